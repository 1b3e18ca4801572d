import { Secret } from '@app/common';
import { openStack, type Stack, type StackOptions } from './stack/open-stack.js';
import { createTestDatabase } from './test-database.js';
import { testRun } from './test-run.js';

export type { Stack };

/** On a slow machine a burst of requests waits for a connection instead of being refused as overload. */
const LONG_CONNECT_TIMEOUT = { DATABASE_CONNECT_TIMEOUT_MS: '60000' } as const;

/** Starts the whole product as processes, on free ports, with the demo data in a new database that `stop` drops. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const database = await createTestDatabase({ demo: true });
  try {
    const stack = await openStack({
      ...options,
      env: { ...LONG_CONNECT_TIMEOUT, ...options.env },
      run: testRun(),
      databaseUrl: new Secret(database.url),
      databaseIsReady: true,
    });
    return { ...stack, stop: () => stack.stop().finally(() => database.drop()) };
  } catch (error) {
    await database.drop();
    throw error;
  }
}
