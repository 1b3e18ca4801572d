import { writeEvents } from '../../bench/streams/event-writer.js';
import { quantile } from '../../bench/support/measure.js';
import type { Figure } from '../../bench/support/report.js';
import type { MeasuredConsole } from './measured-console.js';

const PER_SECOND = 4;
const MAX_P95_MS = 1_000;
/** Records for each event of the page's table the time of the frame that shows it, in ms since the epoch. */
const RECORD = `
  globalThis.presageShown = {};
  new MutationObserver(() => {
    const rows = [...document.querySelectorAll('[aria-label=Events] a[href^="#/intents/"]')];
    const fresh = rows.map(({ hash }) => hash.slice(10)).filter((id) => !(id in presageShown));
    for (const id of fresh) presageShown[id] = null;
    requestAnimationFrame(() => setTimeout(() => {
      const shownMs = performance.timeOrigin + performance.now();
      for (const id of fresh) presageShown[id] ??= shownMs;
    }));
  }).observe(document.body, { subtree: true, childList: true });`;

/** Commits events of the agent that a tab shows, and measures the time until the frame with each. */
export async function measureEvents(console: MeasuredConsole, count: number): Promise<Figure[]> {
  const { browser, url, seed, databaseUrl } = console;
  const page = await browser.newPage();
  await page.goto(`${url}#/agents/${seed.agentId}`);
  await page.getByRole('region', { name: 'Events', exact: true }).getByRole('row').nth(1).waitFor();
  await page.evaluate(RECORD);
  const committed = await writeEvents({
    ...{ url: databaseUrl, perSecond: PER_SECOND, seconds: Math.ceil(count / PER_SECOND) },
    pickAgent: () => seed.agentId,
  });
  const ids = [...committed.keys()];
  await page.waitForFunction(`typeof presageShown[${JSON.stringify(ids.at(-1))}] === 'number'`);
  const shown = await page.evaluate<Record<string, number>>('presageShown');
  await page.close();
  const latenciesMs = ids.map((id, index) => {
    // The table shows the newest events: one that others have displaced at once is shown by them.
    const shownMs = Math.min(...ids.slice(index).map((later) => shown[later] ?? Infinity));
    return shownMs - performance.timeOrigin - (committed.get(id) ?? Number.NaN);
  });
  const note = [0.5, 1].map((share) => quantile(latenciesMs, share).toFixed(0)).join(' ms, maximum ');
  return [
    {
      name: 'event → pixel, p95',
      ...{ unit: 'ms', product: quantile(latenciesMs, 0.95), bar: { max: MAX_P95_MS } },
      note: `${latenciesMs.length} events from commit to frame, ${PER_SECOND} a second; median ${note} ms`,
    },
  ];
}
