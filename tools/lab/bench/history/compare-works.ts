import { alternate, median } from '../support/measure.js';
import { type HistoryDatabase, pagesRead } from './history-database.js';
import { LIVE_LANES } from './history-ids.js';

export const MAX_RATIO = 1.5;
/** Smaller differences are below the precision of a machine that does other work too. */
export const NOISE_MS = 0.2;
/** A plan reads the rows of live lanes one by one or by page, and a larger index has a higher tree. */
export const NOISE_PAGES = LIVE_LANES;
/** Runs after which a connection keeps the plans of its statements. */
const WARM_UP_RUNS = 8;
/** Tables that have the same rows in both databases, which work changes. */
const CHANGED_TABLES = 'lanes, worker_tasks, worker_heartbeats, provider_accounts, event_logs, logged_events';
/** More rounds for work that misses the bar, because other load on the machine has an effect. */
const RETRY_FACTOR = 3;

/** Work of the product whose cost must not depend on what was done before. */
export interface Work {
  readonly name: string;
  /** Restores what the work changes, not measured. */
  readonly prepare?: (on: HistoryDatabase) => Promise<unknown>;
  /** Is repeatable, after `prepare`. */
  readonly run: (on: HistoryDatabase) => Promise<unknown>;
}

export interface WorkFigures {
  readonly name: string;
  readonly smallMs: number;
  readonly largeMs: number;
  readonly ratio: number;
  readonly smallPages: number;
  readonly largePages: number;
  readonly isMet: boolean;
}

export interface HistoryDatabases {
  readonly small: HistoryDatabase;
  readonly large: HistoryDatabase;
}

/** Measures the work on both databases alternately. Times are medians, and NaN without rounds. */
export async function compareWork(
  { small, large }: HistoryDatabases,
  work: Work,
  rounds: number,
): Promise<WorkFigures> {
  for (const on of [small, large]) {
    // Without the versions that earlier work has left.
    await on.database.query(`VACUUM (INDEX_CLEANUP ON) ${CHANGED_TABLES}`);
    for (let index = 0; index < WARM_UP_RUNS; index += 1) await msOf(work, on);
  }
  const [smallPages, largePages] = [await pagesOf(work, small), await pagesOf(work, large)];
  const measure = async (count: number): Promise<Pick<WorkFigures, 'smallMs' | 'largeMs' | 'ratio'>> => {
    const [smallTimes = [], largeTimes = []] = await alternate(count, [
      () => msOf(work, small),
      () => msOf(work, large),
    ]);
    const [smallMs, largeMs] = [median(smallTimes), median(largeTimes)];
    return { smallMs, largeMs, ratio: ratioOf(smallMs, largeMs, NOISE_MS) };
  };
  let times = await measure(rounds);
  if (times.ratio > MAX_RATIO) times = await measure(RETRY_FACTOR * rounds);
  const isMet = !(times.ratio > MAX_RATIO) && ratioOf(smallPages, largePages, NOISE_PAGES) <= MAX_RATIO;
  return { name: work.name, ...times, smallPages, largePages, isMet };
}

/** Differences below the noise count as equal. */
function ratioOf(small: number, large: number, noise: number): number {
  return large - small < noise ? Math.min(1, large / small) : large / small;
}

async function msOf(work: Work, on: HistoryDatabase): Promise<number> {
  await work.prepare?.(on);
  const startedMs = performance.now();
  await work.run(on);
  return performance.now() - startedMs;
}

async function pagesOf(work: Work, on: HistoryDatabase): Promise<number> {
  const before = await pagesAfter(on, () => Promise.resolve());
  await work.prepare?.(on);
  return (await pagesAfter(on, () => work.run(on))) - before;
}

async function pagesAfter(on: HistoryDatabase, run: () => Promise<unknown>): Promise<number> {
  const start = await pagesRead(on);
  await run();
  return (await pagesRead(on)) - start;
}
