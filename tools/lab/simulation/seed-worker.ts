import { parentPort } from 'node:worker_threads';
import { type FailedSeed, type ManyRuns, simulateMany } from './many-runs.js';

export interface BatchResult {
  readonly ran: number;
  readonly failed: readonly FailedSeed[];
  /** How often each move of the coverage report was hit. */
  readonly counts: Iterable<[string, number]>;
}

/** Runs batches of seeds on this thread. */
parentPort?.on('message', (batch: ManyRuns) => void runBatch(batch));

async function runBatch(batch: ManyRuns): Promise<void> {
  const { ran, failed, coverage } = await simulateMany(batch);
  parentPort?.postMessage({ ran, failed, counts: coverage.entries() });
}
