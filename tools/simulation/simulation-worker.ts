import 'reflect-metadata';
import { parentPort } from 'node:worker_threads';
import { type FailedSeed, type ManyRuns, simulateMany } from './many-runs.js';

export interface BatchReport {
  ran: number;
  failed: FailedSeed[];
  counts: [name: string, times: number][];
}

/** Entry point of a worker thread: answers each batch of seeds with its report. */
parentPort?.on('message', (batch: ManyRuns) => {
  void simulateMany(batch).then(({ ran, failed, coverage }) => {
    const report: BatchReport = { ran, failed: [...failed], counts: coverage.entries() };
    parentPort?.postMessage(report);
  });
});
