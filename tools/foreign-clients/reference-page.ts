import path from 'node:path';
import { DATABASE, ensureDatabase } from '../../apps/devnet/src/postgres/postgres.js';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';
import { openStack } from '../stack/open-stack.js';
import { TestRun } from '../stack/test-run.js';
import { createCommand } from '../support/cli.js';
import { type Browser, type ContextOptions, launchBrowser } from './browser.js';
import { inspectPage } from './inspect-page.js';
import { installPackages } from './packages.js';

const EXIT_INTERRUPTED = 130;

const VIEWS: readonly ContextOptions[] = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, viewport: { width, height: 900 } })),
);

await createCommand('docs:browser', 'Opens /docs of a running API in Chromium and inspects it with axe-core.')
  .option('--chromium <path>', 'executable of the browser; searched on the PATH when absent')
  .option('--base-url <url>', 'running service; started when absent')
  .action(async ({ chromium, baseUrl }: { chromium?: string; baseUrl?: string }) => {
    installPackages();
    const browser = await launchBrowser(chromium);
    try {
      if (baseUrl === undefined) await withStack((url) => inspectAll(browser, url));
      else await inspectAll(browser, baseUrl);
    } finally {
      await browser.close();
    }
  })
  .parseAsync();

/** Inspects the views in parallel, since axe-core takes half a minute for each. */
async function inspectAll(browser: Browser, baseUrl: string): Promise<void> {
  const url = new URL('/docs', baseUrl);
  const inspections = await Promise.all(
    VIEWS.map(async (view) => ({ view, ...(await inspectPage(browser, view, url)) })),
  );
  for (const { view, problems, summary } of inspections) {
    const name = `${view.colorScheme} ${view.viewport.width} px`;
    for (const problem of problems) console.error(`[docs] ${name}: ${problem}`);
    console.log(`[docs] ${name}: ${summary}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

/** Starts the product on an empty database for the duration of `use`. */
async function withStack(use: (url: string) => Promise<void>): Promise<void> {
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache/docs-runs'), process.pid);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void run.end().finally(() => process.exit(EXIT_INTERRUPTED)));
  }
  try {
    const postgres = await run.startPostgres();
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const stack = await openStack({ run, databaseUrl: postgres.url(DATABASE) });
    try {
      await use(stack.api.url);
    } finally {
      await stack.stop();
    }
  } finally {
    await run.end();
  }
}
