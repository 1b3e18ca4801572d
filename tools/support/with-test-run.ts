import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { TestRun } from '../../test/support/stack/test-run.js';

const EXIT_INTERRUPTED = 130;
/** Time that the processes of a kept run get to end. */
const STOP_GRACE_MS = 30_000;

/**
 * Runs `work` with a run folder under `.cache/<name>`. Ends the run's processes and removes the folder afterwards, and
 * also on SIGINT and SIGTERM, which exit with code 130.
 * @param shouldKeep whether the folder stays after this result; when given, it also stays after an error
 */
export async function withTestRun<T>(
  name: string,
  work: (run: TestRun) => Promise<T>,
  shouldKeep?: (result: T) => boolean,
): Promise<T> {
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache', name), process.pid);
  const interrupt = (): void => void run.end().finally(() => process.exit(EXIT_INTERRUPTED));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  let isKept = shouldKeep !== undefined;
  try {
    const result = await work(run);
    isKept = shouldKeep?.(result) ?? false;
    return result;
  } finally {
    if (isKept) {
      console.error(`the logs are kept in ${run.folder}`);
      await run.runFolder.endLeftovers({ graceMs: STOP_GRACE_MS });
    } else {
      await run.end();
    }
  }
}
