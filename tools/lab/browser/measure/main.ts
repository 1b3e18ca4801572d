import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { Secret } from '@app/common';
import type { Browser } from 'playwright-core';
import { callChain } from '../../../../dev/devnet/chain/chain-rpc.js';
import { PROJECT_ROOT } from '../../../../dev/devnet/project-root.js';
import { median } from '../../bench/support/measure.js';
import { exitCodeOf, type Figure, tableOf } from '../../bench/support/report.js';
import { withStack } from '../../interop/with-stack.js';
import { ApiClient, sendByFetch } from '../../../support/api-client.js';
import { createCommand, listOf, wholeNumber } from '../../../support/cli.js';
import { launchChromium } from '../chromium.js';
import { seedConsole } from '../seed-console.js';
import { measureEvents } from './events.js';
import { measureHeap } from './heap.js';
import { measureLoads } from './loads.js';
import { measurePan } from './pan.js';
import type { MeasuredConsole } from './measured-console.js';

const PARTS = ['start', 'load', 'events', 'pan', 'heap'] as const;
const BUILDS = 5;
const MAX_BUILD_S = 5;
const BUILD = `
  import { bundleConsole } from './tools/build/bundle-console.mjs';
  const startedMs = performance.now();
  await bundleConsole(process.argv[1]);
  console.log((performance.now() - startedMs) / 1000);`;

interface Options {
  readonly parts: readonly (typeof PARTS)[number][];
  readonly loads: number;
  readonly events: number;
  readonly candles: number;
  readonly dayEvents: number;
}

const options = createCommand('console:measure', 'Measures the web console in Chromium.')
  .option('--parts <list>', `what to measure: ${PARTS.join(', ')}`, listOf(PARTS), [...PARTS])
  .option('--loads <n>', 'loads of each page', wholeNumber(), 5)
  .option('--events <n>', 'events whose way to the page is measured', wholeNumber(), 200)
  .option('--candles <n>', 'candles of the chart that is panned', wholeNumber(), 100_000)
  .option('--day-events <n>', 'events that a tab receives; one a second for a day by default', wholeNumber(), 86_400)
  .parse()
  .opts<Options>();
const figures: Figure[] = [];
const add = (...measured: Figure[]): void => {
  figures.push(...measured);
  for (const { name, product, unit } of measured) console.log(`[console] ${name}: ${product.toPrecision(3)} ${unit}`);
};
const has = (part: (typeof PARTS)[number]): boolean => options.parts.includes(part);

if (has('start')) add(measureBuild());
const browser = await launchChromium();
try {
  if (options.parts.some((part) => part !== 'start')) await measurePages(browser);
} finally {
  await browser.close();
}
console.log(`[console] ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the end`);
console.table(tableOf(figures));
process.exitCode = exitCodeOf(figures);

async function measurePages(chromium: Browser): Promise<void> {
  await withStack(async ({ api: { url }, rpcUrl, databaseUrl }) => {
    const advance = async (seconds: number): Promise<void> => {
      await callChain(rpcUrl, 'evm_increaseTime', [seconds]);
    };
    const api = new ApiClient(sendByFetch(url));
    const seed = await seedConsole({ api, advance });
    const measured: MeasuredConsole = {
      ...{ browser: chromium, url: `${url}/console`, seed },
      databaseUrl: new Secret(databaseUrl),
    };
    if (has('load')) add(...(await measureLoads(measured, options.loads)));
    if (has('events')) add(...(await measureEvents(measured, options.events)));
    if (has('pan')) add(...(await measurePan(measured, options.candles)));
    if (has('heap')) add(await measureHeap(measured, options.dayEvents));
  });
}

/** The console's share of the first start: later ones find it built, and the API reads the files when a browser asks. */
function measureBuild(): Figure {
  const folder = mkdtempSync(path.join(tmpdir(), 'presage-console-'));
  try {
    const seconds = Array.from({ length: BUILDS }, () =>
      Number(
        execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, folder], {
          cwd: PROJECT_ROOT,
          encoding: 'utf8',
        }),
      ),
    );
    const note = `median of ${BUILDS}, maximum ${Math.max(...seconds).toFixed(1)} s`;
    return {
      name: 'bundling at the first start',
      unit: 's',
      product: median(seconds),
      bar: { max: MAX_BUILD_S },
      note,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
