import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Presage, PresageError } from './index.js';

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

function createClient(answer: () => Response, sent: Sent[] = []): Presage {
  return new Presage({
    baseUrl: 'http://presage.test/',
    apiKey: 'presage_key',
    fetch: (input, init) => {
      sent.push({ url: typeof input === 'string' ? input : '', init });
      return Promise.resolve(answer());
    },
  });
}

const REDIRECTED = {
  ...{ code: 'argument_invalid', message: 'Change baseUrl: the service redirects.', error: { argument: 'baseUrl' } },
  ...{ isTransient: false, retryable: false, nextActions: ['Change the request first.'] },
};

const json = (body: object, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...init.headers }, ...init });

describe('request', () => {
  it('fills the path, leaves out undefined parameters and sends the key', async () => {
    const sent: Sent[] = [];
    const client = createClient(() => json({ markets: [], next_cursor: null }), sent);
    await client.request('getQuote', { path: { id: 'a/b' }, query: { outcome: 'YES', amount: '5' } });
    await client.request('listMarkets', { query: { q: undefined, limit: 5 } });
    expect(sent.map(({ url }) => url)).toEqual([
      'http://presage.test/markets/a%2Fb/quote?outcome=YES&amount=5',
      'http://presage.test/markets?limit=5',
    ]);
    expect(sent[0]?.init?.headers).toEqual({
      ...{ accept: 'application/json', authorization: 'Bearer presage_key' },
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    });
  });

  it('sends a JSON body with its content type, and none without a body', async () => {
    const sent: Sent[] = [];
    const client = createClient(() => json({}), sent);
    await client.request('verifyOnboarding', { body: { onboarding_id: 'one', otp: '123456' } });
    await client.request('confirmIntent', { path: { intent_id: 'one' }, headers: { 'X-Request-ID': 'seven' } });
    expect(sent.map(({ init }) => init)).toMatchObject([
      {
        method: 'POST',
        body: '{"onboarding_id":"one","otp":"123456"}',
        headers: { 'content-type': 'application/json' },
      },
      { method: 'POST', headers: { 'X-Request-ID': 'seven' } },
    ]);
    expect(sent[1]?.init).not.toHaveProperty('body');
  });

  it('sends the traceparent of the caller’s span, or begins a trace for each request', async () => {
    const traces: (string | null)[] = [];
    const active = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const spans = [active, undefined, undefined];
    const client = new Presage({
      baseUrl: 'http://presage.test',
      traceparent: () => spans.shift(),
      fetch: (_url, init) => {
        traces.push(new Headers(init?.headers).get('traceparent'));
        return Promise.resolve(json({}));
      },
    });
    for (let count = 0; count < 3; count++) await client.request('getHealth');
    expect(traces[0]).toBe(active);
    expect(new Set(traces).size).toBe(3);
    const broken = new Presage({ baseUrl: 'http://presage.test', traceparent: () => 'a\nb' }).request('getHealth');
    await expect(broken).rejects.toMatchObject({ code: 'argument_invalid', error: { argument: 'traceparent' } });
  });

  it('passes on values and codes that it does not know', async () => {
    const known = await createClient(() => json({ market: { status: 'PAUSED', extra: 1 } })).request('getMarket', {
      path: { id: 'one' },
    });
    expect(known).toEqual({ market: { status: 'PAUSED', extra: 1 } });
    const failure = createClient(() => json({ error: { code: 'new_code', message: 'New.' } }, { status: 403 }));
    await expect(failure.request('getHealth')).rejects.toMatchObject({ code: 'new_code', retryable: false });
  });

  it('keeps the fields of an error', async () => {
    const error = { code: 'agent_intent_invalid', message: 'No.', details: ['amount must be above 0'], more: true };
    const failure = await createClient(() => json({ error }, { status: 400 }))
      .request('getHealth')
      .catch((reason: unknown) => reason as PresageError);
    expect(failure).toMatchObject({ status: 400, details: ['amount must be above 0'], error });
  });

  it.each<[string, (client: Presage) => Promise<unknown>]>([
    ['intent_id', (client) => client.outcomeOf('agent_intent_\uD800')],
    ['agentId', (client) => client.events({ agentId: 'agent_\uDC00' }).next()],
    ['market_contract_address', (client) => client.findMarket('0x\uD800')],
    ['X-Request-ID', (client) => client.request('getHealth', { headers: { 'X-Request-ID': 'one\r\ntwo' } })],
    ['body', (client) => client.request('registerWallet', { body: { agent_id: 1n } as never })],
  ])('refuses a value of %s that no request can carry, and sends nothing', async (name, call) => {
    const sent: Sent[] = [];
    const error = await call(createClient(() => json({}), sent)).catch((reason: unknown) => reason as PresageError);
    expect(error).toMatchObject({ code: 'argument_invalid', status: null, isTransient: false, retryable: false });
    expect(error).toMatchObject({ message: expect.stringContaining(`Change ${name}: it has characters`) });
    expect(error).toMatchObject({ error: { argument: name } });
    expect(sent).toEqual([]);
  });

  it.each(['', '.', '..'])('refuses the id %j, which would reach another route', async (id) => {
    const sent: Sent[] = [];
    const client = createClient(() => json({}), sent);
    const message = expect.stringContaining('it must not be empty, "." or ".."');
    await expect(client.findMarket(id)).rejects.toMatchObject({ code: 'argument_invalid', message });
    await expect(client.events({ marketId: id }).next()).rejects.toMatchObject({ code: 'argument_invalid', message });
    expect(sent).toEqual([]);
    await client.findMarket('...').catch(() => undefined);
    await client.findMarket('%2e%2e').catch(() => undefined);
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/markets/...', '/markets/%252e%252e']);
  });

  it('never shows a key that no header can carry', async () => {
    const failure = new Presage({ baseUrl: 'http://presage.test', apiKey: 'secret\nkey' }).request('getHealth');
    const error = await failure.catch((reason: unknown) => reason as PresageError);
    expect(error).toMatchObject({ code: 'argument_invalid', message: expect.stringMatching(/^Change apiKey/) });
    expect(JSON.stringify(error) + String((error as PresageError).cause)).not.toContain('secret');
  });

  it.each([
    'localhost:4000',
    '',
    'http://',
    'ftp://127.0.0.1',
    'http://127.0.0.1:99999',
    'http://name:secret@127.0.0.1',
  ])('refuses the address %j at once, without showing it', async (baseUrl) => {
    const failure = new Presage({ baseUrl }).request('getHealth');
    const message =
      'Change baseUrl: it must be an address such as http://127.0.0.1:4000, without a user. Nothing was sent.';
    await expect(failure).rejects.toMatchObject({ code: 'argument_invalid', isTransient: false, message });
  });

  it.each<[string, (client: Presage) => Promise<unknown>, RegExp]>([
    ['operation', (client) => client.request('buyYes' as never), /^Change operation: buyYes is no operation id/],
    ['operation', (client) => client.request('toString' as never), /^Change operation: toString is no operation id/],
    [
      'body',
      (client) => client.request('registerWallet', undefined as never),
      /^Change body: registerWallet needs one/,
    ],
    ['purpose', (client) => client.act(undefined as never), /^Change purpose: /],
    ['baseUrl', () => new Presage(undefined as never).request('getHealth'), /^Change baseUrl: /],
  ])('names a missing or unknown %s instead of failing with a TypeError', async (argument, call, message) => {
    const sent: Sent[] = [];
    const failure = call(createClient(() => json({}), sent));
    const expected = { code: 'argument_invalid', error: { argument }, message: expect.stringMatching(message) };
    await expect(failure).rejects.toMatchObject(expected);
    expect(sent).toEqual([]);
  });

  it('has the service refuse fields of a body that it does not know', async () => {
    const sent: Sent[] = [];
    await createClient(() => json({}), sent).request('approveIntent', {
      ...{ path: { intent_id: 'agent_intent_1' }, body: { otp: '123456' } },
    });
    expect(new Headers(sent[0]?.init?.headers).get('prefer')).toBe('handling=strict');
  });

  it('follows no redirect', async () => {
    const methods: unknown[] = [];
    const server = createServer(({ method }, response) => {
      methods.push(method);
      response.writeHead(301, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const request = new Presage({ baseUrl }).request('confirmIntent', { path: { intent_id: 'one' } });
    await expect(request).rejects.toMatchObject({ ...REDIRECTED, status: 301 });
    expect(methods).toEqual(['POST']);
    server.close();
  });

  it('reports a redirect whose status a browser hides', async () => {
    const request = createClient(() => Response.error()).request('getHealth'); // with status 0, as an opaque redirect
    await expect(request).rejects.toMatchObject({ ...REDIRECTED, status: null });
  });

  it('names the address that did not answer', async () => {
    const failure = new Presage({ baseUrl: 'http://127.0.0.1:2' }).request('getHealth');
    const message = 'The service at http://127.0.0.1:2 did not answer.';
    await expect(failure).rejects.toMatchObject({ code: 'no_answer', status: null, isTransient: true, message });
  });

  it('gives advice that can be read without its question', async () => {
    const failure = createClient(() => json({ error: { code: 'rate_limited', message: 'Later.' } }, { status: 429 }));
    const error = await failure.request('getHealth').catch((reason: unknown) => reason as PresageError);
    expect(error).toMatchObject({ nextActions: ['Repeat the same request after `Retry-After` seconds.'] });
  });

  it.each([
    [200, { isTransient: false, retryable: false }],
    [404, { isTransient: false, retryable: false, nextActions: ['Change the request first.'] }],
    [429, { isTransient: true, retryable: true, retryAfterMs: 7_000 }],
    [502, { isTransient: true, retryable: false }],
    [503, { isTransient: true, retryable: true, retryAfterMs: 7_000 }],
  ])('judges an answer that is not JSON by its status %i, as that of a proxy', async (status, expected) => {
    const headers = { 'content-type': status === 200 ? 'application/json' : 'text/html', 'retry-after': '7' };
    const failure = createClient(() => new Response('<html>', { status, headers })).request('getHealth');
    await expect(failure).rejects.toMatchObject({ code: 'unexpected_answer', status, ...expected });
  });
});

describe('list', () => {
  it('repeats the failed read of a page, however long the caller has taken for the page before', async () => {
    let nowMs = 0;
    const answers = [
      json({ markets: [1], next_cursor: 'c1' }),
      new Response('', { status: 503 }),
      json({ markets: [2], next_cursor: null }),
    ];
    const timer = { nowMs: () => nowMs, sleep: () => Promise.resolve() };
    const fetchNext = (): Promise<Response> => Promise.resolve(answers.shift() ?? json({}));
    const items: unknown[] = [];
    for await (const item of new Presage({ baseUrl: 'http://presage.test', fetch: fetchNext }, timer).list(
      'listMarkets',
    )) {
      items.push(item);
      nowMs += 60_000;
    }
    expect(items).toEqual([1, 2]);
  });

  it('follows the cursor of every kind of page', async () => {
    const pages: Record<string, object[]> = {
      listMarkets: [
        { markets: [1, 2], next_cursor: 'c1' },
        { markets: [3], next_cursor: null },
      ],
      getHistory: [
        { history: { interval: '1h', candles: [1] }, next_cursor: 'c1' },
        { history: { interval: '1h', candles: [2, 3] }, next_cursor: null },
      ],
      listActivity: [
        { activity: { agent_id: 'a', items: [1, 2, 3], next_cursor: 'c1' } },
        { activity: { agent_id: 'a', items: [], next_cursor: null } },
      ],
    };
    for (const [operation, answers] of Object.entries(pages)) {
      const sent: Sent[] = [];
      const client = createClient(() => json(answers.shift() ?? {}), sent);
      const items: unknown[] = [];
      const path = { id: 'x', agent_id: 'x' };
      for await (const item of client.list(operation as 'listActivity', { path })) items.push(item);
      expect({ operation, items }).toEqual({ operation, items: [1, 2, 3] });
      expect(sent[1]?.url).toContain('cursor=c1');
    }
  });
});
