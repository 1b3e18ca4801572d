// Runs the engine through simulated faults, seed after seed, on all cores:
//   npm run simulate -- --seeds 100000 [--from 1]
// or one seed, with everything that happens in it:
//   node scripts/simulate.mjs --seed 4711
import 'reflect-metadata';
import os from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { build } from './build.mjs';
import { readOptions, wholeNumber } from './options.mjs';

/** Fewer seeds than this may miss a rare move without anything being wrong. */
const SEEDS_THAT_HIT_EVERYTHING = 50_000;
const BATCH = 1_000;
const FAILURES_SHOWN = 5;
const PROGRESS_EVERY = 10_000;

async function serve() {
  const { simulateMany } = await import('../dist/tools/simulation/many-runs.js');
  parentPort.on('message', async (request) => {
    const { ran, failed, coverage } = await simulateMany(request);
    parentPort.postMessage({ ran, failed, counts: coverage.entries() });
  });
}

async function showOne(seed) {
  const { simulate } = await import('../dist/tools/simulation/simulation.js');
  const { Coverage } = await import('../dist/tools/simulation/world/coverage.js');
  const violations = await simulate({ seed, coverage: new Coverage(), trace: (line) => console.log(line) });
  console.log(
    violations.length === 0 ? `[simulate] seed ${seed}: every promise kept` : `[simulate] seed ${seed} failed`,
  );
  return violations.length === 0;
}

async function showMany({ from, seeds }) {
  const { Coverage } = await import('../dist/tools/simulation/world/coverage.js');
  const total = { ran: 0, failed: [], coverage: new Coverage() };
  const started = Date.now();
  const cores = Math.min(os.availableParallelism(), Math.ceil(seeds / BATCH));
  let next = from;
  await Promise.all(
    Array.from({ length: cores }, async () => {
      const worker = new Worker(new URL(import.meta.url), { workerData: 'simulate' });
      while (next < from + seeds && total.failed.length < FAILURES_SHOWN) {
        const batch = {
          fromSeed: next,
          seeds: Math.min(BATCH, from + seeds - next),
          stopAfterFailures: FAILURES_SHOWN,
        };
        next += batch.seeds;
        const { ran, failed, counts } = await answerOf(worker, batch);
        total.ran += ran;
        total.failed.push(...failed);
        total.coverage.add(counts);
        if (total.ran % PROGRESS_EVERY < BATCH) console.error(`[simulate] ${total.ran} of ${seeds} seeds`);
      }
      await worker.terminate();
    }),
  );
  return report(total, (Date.now() - started) / 1000);
}

function answerOf(worker, request) {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.postMessage(request);
  });
}

function report({ ran, failed, coverage }, seconds) {
  const rows = coverage.report();
  for (const [name, times] of rows) console.log(`${String(times).padStart(10)}  ${name}`);
  for (const { seed, violations } of failed) {
    for (const { invariant, detail } of violations) console.log(`[simulate] seed ${seed}: ${invariant}: ${detail}`);
  }
  const missed = rows.filter(([, times]) => times === 0).map(([name]) => name);
  if (missed.length > 0) console.log(`[simulate] never hit: ${missed.join('; ')}`);
  console.log(`[simulate] ${ran} seeds in ${seconds.toFixed(1)} s: ${failed.length} broke a promise`);
  return failed.length === 0 && (missed.length === 0 || ran < SEEDS_THAT_HIT_EVERYTHING);
}

async function main() {
  const values = readOptions('simulate', {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
  });
  const number = (name, text) => wholeNumber('simulate', { name, text, least: 0 });
  const many = { seeds: number('seeds', values.seeds), from: number('from', values.from) };
  const one = values.seed === undefined ? null : number('seed', values.seed);
  await build();
  return one === null ? showMany(many) : showOne(one);
}

if (isMainThread) process.exitCode = (await main()) ? 0 : 1;
else if (workerData === 'simulate') await serve();
