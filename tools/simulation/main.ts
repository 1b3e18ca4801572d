import 'reflect-metadata';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createCommand, wholeNumber } from '../support/cli.js';
import { runMain } from '../support/run-main.js';
import type { ManyRuns } from './many-runs.js';
import type { BatchReport } from './simulation-worker.js';
import { simulate } from './simulation.js';
import { Coverage } from './world/coverage.js';

/** Below this number of seeds, a rare move may be missing by chance. */
const SEEDS_FOR_FULL_COVERAGE = 50_000;
/** Seeds per message to a worker thread. */
const BATCH = 1_000;
const MAX_FAILURES = 5;
const PROGRESS_INTERVAL = 10_000;

interface Options {
  readonly seed?: number;
  readonly seeds: number;
  readonly from: number;
}

/** `npm run simulate`: exit code 0 when no seed broke an invariant. */
async function main(): Promise<number> {
  const command = createCommand('simulate', 'Runs the engine under simulated faults, seed by seed, on all cores.')
    .option('--seed <n>', 'run this seed only and print its trace', wholeNumber(0))
    .option('--seeds <n>', 'number of seeds', wholeNumber(), 2_000)
    .option('--from <n>', 'first seed', wholeNumber(0), 1);
  const { seed, seeds, from } = command.parse().opts<Options>();
  const passed = seed === undefined ? await runMany(from, seeds) : await runOne(seed);
  return passed ? 0 : 1;
}

async function runOne(seed: number): Promise<boolean> {
  const violations = await simulate({ seed, coverage: new Coverage(), trace: print });
  print(`[simulate] seed ${seed}: ${violations.length === 0 ? 'no invariant broken' : 'failed'}`);
  return violations.length === 0;
}

async function runMany(from: number, seeds: number): Promise<boolean> {
  const startedMs = Date.now();
  const total: Omit<BatchReport, 'counts'> & { coverage: Coverage } = { ran: 0, failed: [], coverage: new Coverage() };
  let next = from;
  const runWorker = async (): Promise<void> => {
    const worker = new Worker(new URL('./simulation-worker.js', import.meta.url));
    while (next < from + seeds && total.failed.length < MAX_FAILURES) {
      const batch = { fromSeed: next, seeds: Math.min(BATCH, from + seeds - next), stopAfterFailures: MAX_FAILURES };
      next += batch.seeds;
      const { ran, failed, counts } = await runBatch(worker, batch);
      total.ran += ran;
      total.failed.push(...failed);
      total.coverage.add(counts);
      if (total.ran % PROGRESS_INTERVAL < BATCH) process.stderr.write(`[simulate] ${total.ran} of ${seeds} seeds\n`);
    }
    await worker.terminate();
  };
  const threads = Math.min(availableParallelism(), Math.ceil(seeds / BATCH));
  await Promise.all(Array.from({ length: threads }, runWorker));
  return report(total, (Date.now() - startedMs) / 1000);
}

function runBatch(worker: Worker, batch: ManyRuns): Promise<BatchReport> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: BatchReport) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.postMessage(batch);
  });
}

function report(
  { ran, failed, coverage }: Omit<BatchReport, 'counts'> & { coverage: Coverage },
  seconds: number,
): boolean {
  const rows = coverage.report();
  for (const [name, times] of rows) print(`${String(times).padStart(10)}  ${name}`);
  for (const { seed, violations } of failed) {
    for (const { invariant, detail } of violations) print(`[simulate] seed ${seed}: ${invariant}: ${detail}`);
  }
  const missing = rows.filter(([, times]) => times === 0).map(([name]) => name);
  if (missing.length > 0) print(`[simulate] never reached: ${missing.join('; ')}`);
  print(`[simulate] ${ran} seeds in ${seconds.toFixed(1)} s: ${failed.length} failed`);
  return failed.length === 0 && (missing.length === 0 || ran < SEEDS_FOR_FULL_COVERAGE);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

runMain('simulate', main);
