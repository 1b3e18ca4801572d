import { DATABASE, ensureDatabase } from '../../dev/devnet/postgres/postgres.js';
import { openStack, type Stack, type StackOptions } from '../../test/support/stack/open-stack.js';
import { withTestRun } from './with-test-run.js';

/** Starts the product on an empty database for the duration of `use`. */
export function withStack<T>(use: (stack: Stack) => Promise<T>, options: StackOptions = {}): Promise<T> {
  return withTestRun('stack-runs', async (run) => {
    const postgres = await run.startPostgres();
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const stack = await openStack({ ...options, run, databaseUrl: postgres.url(DATABASE) });
    try {
      return await use(stack);
    } finally {
      await stack.stop();
    }
  });
}
