import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/chromium.js';
import { createCommand } from '../../support/cli.js';
import { inspectPage } from './inspect-page.js';
import { withStack } from '../../support/with-stack.js';

const VIEWS = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, viewport: { width, height: 900 } })),
);

await createCommand('browser reference-page', 'Opens /docs in Chromium and inspects it with axe-core.')
  .action(async () => {
    const browser = await launchChromium();
    try {
      await withStack(({ api }) => inspectAll(browser, api.url));
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
