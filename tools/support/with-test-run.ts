import path from 'node:path';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';
import { TestRun } from '../stack/test-run.js';

const EXIT_INTERRUPTED = 130;

/**
 * Runs `work` with a run folder under `.cache/<name>`. Ends the run's processes and removes the folder afterwards, and
 * also on SIGINT and SIGTERM, which exit with code 130.
 */
export async function withTestRun<T>(name: string, work: (run: TestRun) => Promise<T>): Promise<T> {
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache', name), process.pid);
  const interrupt = (): void => void run.end().finally(() => process.exit(EXIT_INTERRUPTED));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await work(run);
  } finally {
    await run.end();
  }
}
