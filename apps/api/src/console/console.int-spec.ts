import { expect } from '@jest/globals';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

const POLICY = expect.stringMatching(/^default-src 'self'; .*frame-ancestors 'none'/);

describe('the web console', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it('is a page that loads files of the same origin only', async () => {
    const response = await fetch(`${api.url}/console`);
    const page = await response.text();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.filter((file) => !/^\/(?:console\/[\w-]+\.(?:js|css|svg)|docs)$/.test(file))).toEqual([]);
    expect(page).not.toMatch(/<style|<script>|style=|onclick=/);
    for (const file of files) expect((await fetch(api.url + file)).status).toBe(200);
  });

  it('is the same page with a slash at the end', async () => {
    const [page, same] = await Promise.all(['', '/'].map((end) => fetch(`${api.url}/console${end}`)));
    expect([same?.status, same?.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(await same?.text()).toBe(await page?.text());
  });

  it('has files that browsers keep, compressed', async () => {
    const page = await (await fetch(`${api.url}/console`)).text();
    const [, script = ''] = /src="(\/console\/console-[\w-]+\.js)"/.exec(page) ?? [];
    const response = await fetch(api.url + script);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy': POLICY,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['unknown.js', 'index.html', '..%2fapi%2fsrc%2fmain.js', '%00', 'constructor', 'a/b'])(
    'answers 404 for the file %s',
    async (file) => {
      const response = await fetch(`${api.url}/console/${file}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('can be disabled', async () => {
    const bare = await startTestApi({ CONSOLE_ENABLED: false });
    try {
      expect((await fetch(`${bare.url}/console`)).status).toBe(404);
      expect(await (await fetch(`${bare.url}/`)).json()).toMatchObject({ console: null });
    } finally {
      await bare.stop();
    }
  });
});
