import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { runNode, WORK_FOLDER } from './packages.js';

const VIEW = { colorScheme: 'light', viewport: { width: 800, height: 600 } } as const;
/** A folder in which Node finds @presage/sdk. */
const USER = path.join(WORK_FOLDER, 'sdk-user');
const SDK = 'node_modules/@presage/sdk';

interface Run {
  readonly platform: string;
  readonly output: string;
}

/** The first snippet of the SDK's README, which sets up an agent, creates a market and bets on it. */
export class SdkSnippet {
  private readonly text = readSnippet();

  /** @param sdkFolder the packed SDK */
  constructor(sdkFolder: string) {
    rmSync(USER, { recursive: true, force: true });
    mkdirSync(path.join(USER, SDK), { recursive: true });
    cpSync(sdkFolder, path.join(USER, SDK), { recursive: true });
    writeFileSync(path.join(USER, 'act.mjs'), this.text);
  }

  async runOnNode(node: string, url: string): Promise<Run> {
    const version = (await runNode(node, ['--version'], { cwd: USER })).output.trim();
    const [major] = /\d+/.exec(version) ?? [];
    const env = { PRESAGE_URL: url, PRESAGE_AGENT: `agent_sdk_node_${major}` };
    const { output } = await runNode(node, ['act.mjs'], { cwd: USER, env });
    return { platform: `Node ${version}`, output };
  }

  async runInBrowser(browser: Browser, url: string): Promise<Run> {
    const env = JSON.stringify({ PRESAGE_URL: url, PRESAGE_AGENT: 'agent_sdk_browser' });
    const site = await serve(
      new Map([
        ['/', `<!doctype html><script type="importmap">{"imports":{"@presage/sdk":"/${SDK}/dist/index.js"}}</script>`],
        ['/act.mjs', `globalThis.process = { env: ${env} };\n${this.text}`],
      ]),
    );
    const context = await browser.newContext(VIEW);
    try {
      const page = await context.newPage();
      const lines: string[] = [];
      page.on('console', (message) => lines.push(message.text()));
      await page.goto(`http://localhost:${site.port}/`, { waitUntil: 'load' });
      const failure = await page.evaluate<string>(`import('/act.mjs').then(() => '', String)`);
      return { platform: 'Chromium', output: failure === '' ? (lines.at(-1) ?? '') : [failure, ...lines].join('\n') };
    } finally {
      await context.close();
      site.close();
    }
  }
}

function readSnippet(): string {
  const readme = readFileSync(path.join(PROJECT_ROOT, 'packages/sdk/README.md'), 'utf8');
  const [, snippet] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
  if (snippet === undefined) throw new Error('the README of the SDK has no snippet');
  return snippet;
}

/** Serves texts, and the files of the packed SDK, on a free port. */
async function serve(texts: ReadonlyMap<string, string>): Promise<{ port: number; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    const text = texts.get(url) ?? (url.startsWith(`/${SDK}/`) ? readFileSync(path.join(USER, url), 'utf8') : '');
    response.writeHead(200, { 'content-type': url === '/' ? 'text/html' : 'text/javascript' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return { port: address.port, close: () => server.close() };
}
