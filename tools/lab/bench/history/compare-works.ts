import { type HistoryDatabase, pagesRead } from './history-database.js';
import { measureSeconds } from '../support/measure.js';
import { LIVE_LANES } from './history-ids.js';

export const MAX_RATIO = 1.5;
/** A plan reads the rows of live lanes one by one or by page, and a larger index has a higher tree. */
export const NOISE_PAGES = LIVE_LANES;
/** Runs after which a connection keeps the plans of its statements. */
const WARM_UP_RUNS = 8;
/** Tables that have the same rows in both databases, which work changes. */
const CHANGED_TABLES =
  'lanes, worker_tasks, worker_heartbeats, provider_accounts, event_logs, logged_events, webhooks, webhook_cursors';

/** Work of the product whose cost must not depend on what was done before. */
export interface Work {
  readonly name: string;
  /** Restores what the work changes, not measured. */
  readonly prepare?: (on: HistoryDatabase) => Promise<unknown>;
  /** Is repeatable, after `prepare`. */
  readonly run: (on: HistoryDatabase) => Promise<unknown>;
  /** Bound on the fastest run in the large database, in fastest runs of the reference beside it; absent for none. */
  readonly maxReferences?: number;
  /** Bound on the pages in the large database, where the small one has too few rows to compare with. */
  readonly maxPages?: number;
}

export interface WorkFigures {
  readonly name: string;
  readonly smallPages: number;
  readonly largePages: number;
  /** Of the fastest run in the large database. */
  readonly largeMs: number;
  readonly isMet: boolean;
}

export interface HistoryDatabases {
  readonly small: HistoryDatabase;
  readonly large: HistoryDatabase;
}

/** Counts the pages that the work reads in both databases. */
export async function compareWork({ small, large }: HistoryDatabases, work: Work): Promise<WorkFigures> {
  const [{ pages: smallPages }, { pages: largePages, ms: largeMs, referenceMs }] = [
    await measure(work, small),
    await measure(work, large),
  ];
  const maxPages = work.maxPages ?? Math.max(smallPages + NOISE_PAGES - 1, MAX_RATIO * smallPages);
  const isAlike = largePages <= maxPages;
  const isMet = isAlike && largeMs <= (work.maxReferences ?? Number.POSITIVE_INFINITY) * referenceMs;
  return { name: work.name, smallPages, largePages, largeMs, isMet };
}

/** About 10 ms of processor time, whatever the database holds. */
const REFERENCE_SQL = 'SELECT count(DISTINCT n % 1000) FROM generate_series(1, 50000) AS n';

interface Measured {
  readonly pages: number;
  readonly ms: number;
  readonly referenceMs: number;
}

async function measure(work: Work, on: HistoryDatabase): Promise<Measured> {
  // Without the versions that earlier work has left.
  await on.database.query(`VACUUM (INDEX_CLEANUP ON) ${CHANGED_TABLES}`);
  let [ms, referenceMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let index = 0; index < WARM_UP_RUNS; index += 1) {
    await work.prepare?.(on);
    ms = Math.min(ms, (await measureSeconds(() => work.run(on))) * 1_000);
    referenceMs = Math.min(referenceMs, (await measureSeconds(() => on.database.query(REFERENCE_SQL))) * 1_000);
  }
  const before = await pagesAfter(on, () => Promise.resolve());
  await work.prepare?.(on);
  return { pages: (await pagesAfter(on, () => work.run(on))) - before, ms, referenceMs };
}

async function pagesAfter(on: HistoryDatabase, run: () => Promise<unknown>): Promise<number> {
  const start = await pagesRead(on);
  await run();
  return (await pagesRead(on)) - start;
}
