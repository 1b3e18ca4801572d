import { Secret } from '@app/common';
import { openStack, type Stack, type StackOptions } from '../../tools/stack/open-stack.js';
import { createTestDatabase } from './test-database.js';
import { testRun } from './test-run.js';

export type { Stack };

/** On a slow machine a burst of requests waits for the few connections, and is no overload. */
const PATIENT = { DATABASE_CONNECT_TIMEOUT_MS: '60000' } as const;

/** The whole product as real processes, on free ports and a fresh database, which goes when the stack is stopped. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const database = await createTestDatabase();
  try {
    const stack = await openStack({
      ...options,
      env: { ...PATIENT, ...options.env },
      run: testRun(),
      databaseUrl: new Secret(database.url),
    });
    return { ...stack, stop: () => stack.stop().finally(() => database.drop()) };
  } catch (error) {
    await database.drop();
    throw error;
  }
}
