import type { Browser, BrowserContextOptions } from 'playwright-core';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { ApiClient, sendByFetch } from '../../support/api-client.js';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { median } from '../bench/support/measure.js';
import { withStack } from '../../support/with-stack.js';
import { launchChromium } from './chromium.js';
import { type ConsoleSeed, seedConsole } from './seed-console.js';
import { readVitals, recordVitals, type Vitals } from './vitals.js';

const MAX_PAINT_MS = 1_000;
const MAX_SHIFT = 0.05;
const WIDTHS = [1280, 360] as const;

const { loads } = createCommand('browser measure', 'Measures paint, layout shifts and scripts of the web console.')
  .option('--loads <n>', 'loads of each page', wholeNumber(), 5)
  .parse()
  .opts<{ readonly loads: number }>();
const browser = await launchChromium();
try {
  await withStack(async ({ api: { url }, rpcUrl }) => {
    const advance = async (seconds: number): Promise<void> => {
      await callChain(rpcUrl, 'evm_increaseTime', [seconds]);
    };
    const seed = await seedConsole({ api: new ApiClient(sendByFetch(url)), advance });
    const rows = [];
    for (const [page, place] of listPlaces(seed)) rows.push(await measurePage(page, `${url}/console${place}`));
    console.table(rows);
    if (rows.some(({ result }) => result === 'MISS')) process.exitCode = 1;
  });
} finally {
  await browser.close();
}

interface PageRow {
  readonly page: string;
  readonly 'largest contentful paint, ms': number;
  readonly 'layout shift': number;
  readonly 'first scripts, KiB': number;
  readonly result: 'pass' | 'MISS';
}

/** Opens a page in new contexts, with an empty cache: the median of its paints and the highest of its shifts. */
async function measurePage(page: string, url: string): Promise<PageRow> {
  const vitals: Vitals[] = [];
  for (let count = 0; count < loads; count += 1) {
    const width = WIDTHS[count % WIDTHS.length] ?? WIDTHS[0];
    vitals.push(await load(browser, { url, viewport: { width, height: 900 } }));
  }
  const paintMs = median(vitals.map((one) => one.paintMs));
  const shift = Math.max(...vitals.map((one) => one.shift));
  return {
    page,
    'largest contentful paint, ms': Math.round(paintMs),
    'layout shift': Number(shift.toFixed(4)),
    'first scripts, KiB': Math.round(Math.max(...vitals.map((one) => one.firstScriptBytes)) / 1_024),
    result: paintMs < MAX_PAINT_MS && shift < MAX_SHIFT ? 'pass' : 'MISS',
  };
}

interface Load {
  readonly url: string;
  readonly viewport: NonNullable<BrowserContextOptions['viewport']>;
}

async function load(chromium: Browser, { url, viewport }: Load): Promise<Vitals> {
  const context = await chromium.newContext({ viewport });
  try {
    const page = await context.newPage();
    await recordVitals(page);
    await page.goto(url);
    return await readVitals(page);
  } finally {
    await context.close();
  }
}

function listPlaces({ agentId, intentId, marketId }: ConsoleSeed): [page: string, place: string][] {
  return [
    ['markets', '#/markets'],
    ['market', `#/markets/${marketId}`],
    ['agents', '#/agents'],
    ['agent', `#/agents/${agentId}`],
    ['intent', `#/intents/${intentId}`],
    ['build', '#/build'],
    ['operator', '#/operator'],
  ];
}
