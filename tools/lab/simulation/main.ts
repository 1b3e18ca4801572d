import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createCommand, wholeNumber } from '../../support/cli.js';
import type { FailedSeed, ManyRuns } from './many-runs.js';
import type { BatchResult } from './seed-worker.js';
import { simulate } from './simulation.js';
import { Coverage } from './world/coverage.js';

/** Below this number of seeds, a rare move may be missing by chance. */
const MIN_SEEDS_FOR_COVERAGE = 50_000;
const BATCH_SEEDS = 1_000;
const MAX_FAILURES = 5;
const PROGRESS_SEEDS = 10_000;

interface Options {
  readonly seed?: number;
  readonly depth?: number;
  readonly seeds: number;
  readonly from: number;
}

interface Totals {
  ran: number;
  readonly failed: FailedSeed[];
  readonly coverage: Coverage;
}

await createCommand('simulate', 'Runs the engine under simulated faults, seed by seed, on all cores.')
  .option('--seeds <count>', 'number of seeds', wholeNumber(0), 2000)
  .option('--from <seed>', 'first seed', wholeNumber(0), 1)
  .option('--seed <seed>', 'one seed, with a trace of every event', wholeNumber(0))
  .option('--depth <count>', 'executions of a wallet in flight at once; drawn by each seed by default', wholeNumber())
  .action(async (options: Options) => {
    const passed =
      options.seed === undefined ? await simulateAll(options) : await simulateOne(options.seed, options.depth);
    process.exitCode = passed ? 0 : 1;
  })
  .parseAsync();

async function simulateOne(seed: number, depth: number | undefined): Promise<boolean> {
  const trace = (line: string): void => console.log(line);
  const violations = await simulate({ seed, ...(depth !== undefined && { depth }), coverage: new Coverage(), trace });
  const passed = violations.length === 0;
  console.log(`[simulate] seed ${seed}: ${passed ? 'no violation' : `${violations.length} violations`}`);
  return passed;
}

async function simulateAll({ seeds, from, depth }: Options): Promise<boolean> {
  const totals: Totals = { ran: 0, failed: [], coverage: new Coverage() };
  const startedMs = performance.now();
  const threads = Math.min(availableParallelism(), Math.ceil(seeds / BATCH_SEEDS));
  let nextSeed = from;
  const takeBatch = (): ManyRuns | null => {
    const left = from + seeds - nextSeed;
    if (left <= 0 || totals.failed.length >= MAX_FAILURES) return null;
    const count = Math.min(BATCH_SEEDS, left);
    const batch = { fromSeed: nextSeed, seeds: count, depth, stopAfterFailures: MAX_FAILURES };
    nextSeed += batch.seeds;
    return batch;
  };
  await Promise.all(
    Array.from({ length: threads }, () =>
      runThread(takeBatch, ({ ran, failed, counts }) => {
        totals.ran += ran;
        totals.failed.push(...failed);
        totals.coverage.add(counts);
        if (totals.ran % PROGRESS_SEEDS < BATCH_SEEDS) console.error(`[simulate] ${totals.ran} of ${seeds} seeds`);
      }),
    ),
  );
  return report(totals, (performance.now() - startedMs) / 1000);
}

/** Runs batches on one thread until `takeBatch` returns null. */
async function runThread(takeBatch: () => ManyRuns | null, onResult: (result: BatchResult) => void): Promise<void> {
  const worker = new Worker(new URL('./seed-worker.js', import.meta.url));
  try {
    for (let batch = takeBatch(); batch !== null; batch = takeBatch()) {
      const request = batch;
      onResult(
        await new Promise<BatchResult>((resolve, reject) => {
          worker.once('error', reject);
          worker.once('message', (result: BatchResult) => {
            worker.off('error', reject);
            resolve(result);
          });
          worker.postMessage(request);
        }),
      );
    }
  } finally {
    await worker.terminate();
  }
}

function report({ ran, failed, coverage }: Totals, seconds: number): boolean {
  const rows = coverage.report();
  for (const [name, times] of rows) console.log(`${String(times).padStart(10)}  ${name}`);
  for (const { seed, violations } of failed) {
    for (const { invariant, detail } of violations) console.log(`[simulate] seed ${seed}: ${invariant}: ${detail}`);
  }
  const missed = rows.filter(([, times]) => times === 0).map(([name]) => name);
  if (missed.length > 0) console.log(`[simulate] never reached: ${missed.join('; ')}`);
  console.log(`[simulate] ${ran} seeds in ${seconds.toFixed(1)} s: ${failed.length} with violations`);
  return failed.length === 0 && (missed.length === 0 || ran < MIN_SEEDS_FOR_COVERAGE);
}
