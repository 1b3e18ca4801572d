import type { Page } from 'playwright-core';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { quantile } from '../../bench/support/measure.js';
import type { Figure } from '../../bench/support/report.js';
import { seedCandles } from '../seed-candles.js';
import type { MeasuredConsole } from './measured-console.js';

const MAX_FRAME_MS = 50;
const DRAGS = 40;
const MOVES = 40;
/** Records the length of all frames, and long animation frames as the browser reports them. */
const RECORD = `
  globalThis.presageFrames = { frames: [], long: [] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) presageFrames.long.push(duration);
  }).observe({ type: 'long-animation-frame' });
  let last = performance.now();
  const tick = (now) => { presageFrames.frames.push(now - last); last = now; requestAnimationFrame(tick); };
  requestAnimationFrame(tick);`;

/** Loads the candles of one market into its chart, and drags the chart back and forth. */
export async function measurePan(console: MeasuredConsole, candles: number): Promise<Figure[]> {
  const { browser, url, seed, databaseUrl } = console;
  await withClient(databaseUrl, (client) => seedCandles(client, seed.marketId, candles));
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${url}#/markets/${seed.marketId}`);
  await page.getByLabel('Interval').selectOption({ label: '1 minute' });
  const chart = page.locator('.u-over').first();
  await chart.waitFor();
  await loadAll(page);
  await page.evaluate(RECORD);
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not visible');
  const y = box.y + box.height / 2;
  for (let drag = 0; drag < DRAGS; drag += 1) {
    const [from, to] = drag % 4 < 2 ? [box.x + 20, box.x + box.width - 20] : [box.x + box.width - 20, box.x + 20];
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move(to, y, { steps: MOVES });
    await page.mouse.up();
  }
  const { frames, long } = await page.evaluate<Record<'frames' | 'long', number[]>>('presageFrames');
  await page.close();
  const product = Math.max(0, ...long);
  return [
    {
      name: `panning ${candles} candles, longest frame`,
      ...{ unit: 'ms', product, bar: { max: MAX_FRAME_MS } },
      note: `0: none above 50 ms; ${long.length} of ${frames.length} frames, p99 of their distance ${quantile(frames, 0.99).toFixed(0)} ms`,
    },
  ];
}

/** Moves to earlier candles until there are none. */
async function loadAll(page: Page): Promise<void> {
  const earlier = page.getByRole('button', { name: 'Earlier' });
  const cursors = new Set<string>();
  let isLast = false;
  page.on('response', (response) => {
    if (!response.url().includes('/history?')) return;
    void response.json().then(({ next_cursor }: { next_cursor: string | null }) => {
      if (next_cursor === null) isLast = true;
      else cursors.add(next_cursor);
    });
  });
  while (!isLast) {
    const before = cursors.size;
    await earlier.click();
    await page.waitForTimeout(cursors.size === before ? 20 : 0);
  }
}
