import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { withStack } from '../../support/with-stack.js';
import { ApiClient, sendByFetch } from '../../support/api-client.js';
import { createCommand } from '../../support/cli.js';
import { launchChromium } from './chromium.js';
import { type ConsoleSeed, seedConsole } from './seed-console.js';
import { seedOperations } from './seed-operations.js';

/** Pages that are higher are shown as a whole. */
const SIZE = { width: 1280, height: 720 } as const;
/** Time for charts to be drawn after the last answer, in ms. */
const SETTLE_MS = 1_500;

await createCommand('browser screenshots', 'Takes pictures of the console’s pages into docs/images.')
  .action(async () => {
    const browser = await launchChromium();
    try {
      await withStack(async (stack) => {
        const { rpcUrl, api } = stack;
        const advance = async (seconds: number): Promise<void> => {
          await callChain(rpcUrl, 'evm_increaseTime', [seconds]);
        };
        const client = new ApiClient(sendByFetch(api.url));
        const seed = await seedConsole({ api: client, advance });
        await seedOperations(stack, { api: client, agent: seed.other, market: seed.market });
        await takeAll(browser, `${api.url}/console`, seed);
      });
    } finally {
      await browser.close();
    }
  })
  .parseAsync();

async function takeAll(browser: Browser, url: string, seed: ConsoleSeed): Promise<void> {
  const places = {
    markets: '#/markets',
    market: `#/markets/${seed.marketId}`,
    agent: `#/agents/${seed.agentId}`,
    intent: `#/intents/${seed.intentId}`,
    build: '#/build',
    operator: '#/operator',
  };
  const folder = path.join(PROJECT_ROOT, 'docs/images');
  mkdirSync(folder, { recursive: true });
  for (const [name, place] of Object.entries(places)) {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(`${url}${place}`);
    if (name === 'build') await previewBuy(page, seed);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      const file = path.join(folder, `console-${name}${colorScheme === 'dark' ? '-dark' : ''}.png`);
      await page.screenshot({ path: file, fullPage: true });
      console.log(`[screenshots] ${path.relative(PROJECT_ROOT, file)}`);
    }
    await page.close();
  }
}

async function previewBuy(page: Page, { agentId, marketId }: ConsoleSeed): Promise<void> {
  await page.getByRole('textbox', { name: /^Agent/ }).fill(agentId);
  await page.getByRole('textbox', { name: /^Market/ }).fill(marketId);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: 'The same call' }).waitFor();
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const interval = page.getByLabel('Interval');
  if ((await interval.count()) > 0) await interval.selectOption({ label: '1 minute' });
  await page.waitForTimeout(SETTLE_MS);
}
