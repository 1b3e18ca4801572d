import type { BrowserContextOptions } from 'playwright-core';
import { median } from '../../bench/support/measure.js';
import type { Figure } from '../../bench/support/report.js';
import { readVitals, recordVitals, type Vitals } from '../vitals.js';
import type { MeasuredConsole } from './measured-console.js';

const KIB = 1_024;
const MAX_SCRIPT_KIB = 80;
const MAX_SHIFT = 0.05;
/** Slow-down of the CPU, and the limit of the largest contentful paint in ms. */
const SPEEDS = [
  { throttle: 1, maxPaintMs: 1_000 },
  { throttle: 4, maxPaintMs: 2_500 },
] as const;
const WIDTHS = [1280, 360] as const;

/** Opens each page in a new context, with an empty cache, and measures its paint, its shifts and its scripts. */
export async function measureLoads(console: MeasuredConsole, loads: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all: { readonly page: string; readonly vitals: Vitals }[] = [];
  for (const { throttle, maxPaintMs } of SPEEDS) {
    const paints: { readonly page: string; readonly ms: number }[] = [];
    for (const [page, place] of placesOf(console)) {
      const measured: Vitals[] = [];
      for (let count = 0; count < loads; count += 1) {
        const width = WIDTHS[count % WIDTHS.length] ?? WIDTHS[0];
        const vitals = await load(console, { place, throttle, viewport: { width, height: 900 } });
        measured.push(vitals);
        all.push({ page: `${page} at ${width} px`, vitals });
      }
      paints.push({ page, ms: median(measured.map(({ paintMs }) => paintMs)) });
    }
    const slowest = paints.toSorted((one, other) => other.ms - one.ms)[0];
    figures.push({
      name: `largest contentful paint${throttle === 1 ? '' : `, CPU ${throttle} × slower`}`,
      ...{ unit: 'ms', product: slowest?.ms ?? Number.NaN, bar: { max: maxPaintMs } },
      note: `${slowest?.page}, the slowest of ${paints.length} pages; median of ${loads} loads each`,
    });
  }
  const shifted = all.toSorted((one, other) => other.vitals.shift - one.vitals.shift)[0];
  const scriptBytes = Math.max(...all.map(({ vitals }) => vitals.firstScriptBytes));
  return [
    ...figures,
    {
      name: 'cumulative layout shift, highest',
      ...{ unit: '', product: shifted?.vitals.shift ?? Number.NaN, bar: { max: MAX_SHIFT } },
      note: `${shifted?.page}, of ${all.length} loads`,
    },
    {
      name: 'scripts of the first load, compressed',
      ...{ unit: 'KiB', product: scriptBytes / KIB, bar: { max: MAX_SCRIPT_KIB } },
      note: 'without the charts, which load with the first chart',
    },
  ];
}

interface Load {
  readonly place: string;
  readonly throttle: number;
  readonly viewport: NonNullable<BrowserContextOptions['viewport']>;
}

async function load({ browser, url }: MeasuredConsole, { place, throttle, viewport }: Load): Promise<Vitals> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    await recordVitals(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await page.goto(`${url}${place}`);
    return await readVitals(page);
  } finally {
    await context.close();
  }
}

function placesOf({ seed: { agentId, intentId, marketId } }: MeasuredConsole): [page: string, place: string][] {
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
