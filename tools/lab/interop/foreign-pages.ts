import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.js';
import { createCommand } from '../../support/cli.js';
import { withStack } from '../../support/with-stack.js';

const VIEW = { colorScheme: 'light', viewport: { width: 800, height: 600 } } as const;
/** Resolves foreign names to this machine, as an attacker's name server does when it rebinds one. */
const REBINDING = '--host-resolver-rules=MAP *.example 127.0.0.1';
const AGENT_ID = 'agent_foreign_pages';
const WALLET = { agent_id: AGENT_ID, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] };

interface Attempt {
  readonly name: string;
  readonly page: string;
  /** Expression that the page evaluates; its value is compared. */
  readonly expression: string;
  readonly expected: unknown;
}

await createCommand('browser foreign-pages', 'Has pages of other sites in Chromium call a running API.')
  .action(async () => {
    const browser = await launchChromium([REBINDING]);
    const site = await serveEmptyPage();
    try {
      await withStack(({ api }) => attack(browser, new URL(api.url), site.port));
    } finally {
      site.close();
      await browser.close();
    }
  })
  .parseAsync();

async function attack(browser: Browser, api: URL, sitePort: number): Promise<void> {
  const foreign = `http://evil.example:${sitePort}/`;
  const rebound = `http://rebind.example:${api.port}/health`;
  const body = JSON.stringify(JSON.stringify(WALLET));
  const register = `${api.origin}/agent/wallets`;
  const readStatus = (call: string): string =>
    `${call}.then(async (answer) => (await answer.json()).error?.code ?? answer.status)`;
  const exists = async (): Promise<boolean> => (await fetch(`${register}/${AGENT_ID}`)).status === 200;

  const attempts: readonly Attempt[] = [
    {
      name: 'a cross-site POST without a preflight',
      page: foreign,
      expression: `fetch('${register}', { method: 'POST', mode: 'no-cors', body: new Blob([${body}]) }).then(({ type }) => type)`,
      expected: 'opaque',
    },
    {
      name: 'a cross-site POST as text',
      page: foreign,
      expression: `fetch('${register}', { method: 'POST', mode: 'no-cors', body: ${body} }).then(({ type }) => type)`,
      expected: 'opaque',
    },
    {
      name: 'a cross-site POST with JSON',
      page: foreign,
      expression: `fetch('${register}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} }).catch(({ name }) => name)`,
      expected: 'TypeError',
    },
    {
      name: 'a cross-site read',
      page: foreign,
      expression: `fetch('${api.origin}/markets').catch(({ name }) => name)`,
      expected: 'TypeError',
    },
    {
      name: 'a read under a rebound name',
      page: rebound,
      expression: readStatus(`fetch('/markets')`),
      expected: 'host_forbidden',
    },
    {
      name: 'a POST under a rebound name',
      page: rebound,
      expression: readStatus(
        `fetch('/agent/wallets', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} })`,
      ),
      expected: 'host_forbidden',
    },
  ];
  for (const attempt of attempts) report(attempt.name, await evaluate(browser, attempt), attempt.expected);
  report('the wallet after them', await exists(), false);

  // The same call of an allowed page has an effect.
  const own: Attempt = {
    name: 'a POST of a local front end',
    page: `http://localhost:${sitePort}/`,
    expression: `fetch('${register}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} }).then(({ status }) => status)`,
    expected: 201,
  };
  report(own.name, await evaluate(browser, own), own.expected);
  report('the wallet after it', await exists(), true);
}

async function evaluate(browser: Browser, { page: url, expression }: Attempt): Promise<unknown> {
  const context = await browser.newContext(VIEW);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    return await page.evaluate<unknown>(expression);
  } finally {
    await context.close();
  }
}

function report(name: string, actual: unknown, expected: unknown): void {
  const isExpected = actual === expected;
  console.log(`[foreign-pages] ${isExpected ? 'ok' : 'FAILED'}: ${name}: ${String(actual)}`);
  if (isExpected) return;
  console.error(`[foreign-pages] expected ${String(expected)}`);
  process.exitCode = 1;
}

/** Serves an empty page on a free port. */
async function serveEmptyPage(): Promise<{ port: number; close: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the page has no port');
  return { port: address.port, close: () => server.close() };
}
