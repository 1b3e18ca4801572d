import path from 'node:path';
import { DATABASE, ensureDatabase } from '../../../dev/devnet/postgres/postgres.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { openStack, type Stack, type StackOptions } from '../../../dev/stack/open-stack.js';
import { TestRun } from '../../../dev/stack/test-run.js';

const EXIT_INTERRUPTED = 130;

/** Starts the product on an empty database for the duration of `use`. */
export async function withStack(use: (stack: Stack) => Promise<void>, options: StackOptions = {}): Promise<void> {
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache/docs-runs'), process.pid);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void run.end().finally(() => process.exit(EXIT_INTERRUPTED)));
  }
  try {
    const postgres = await run.startPostgres();
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const stack = await openStack({ ...options, run, databaseUrl: postgres.url(DATABASE) });
    try {
      await use(stack);
    } finally {
      await stack.stop();
    }
  } finally {
    await run.end();
  }
}
