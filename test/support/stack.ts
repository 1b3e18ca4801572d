import { Secret } from '@app/common';
import { openStack, type Stack, type StackOptions } from '../../apps/devnet/src/stack/open-stack.js';
import { createTestDatabase } from './test-database.js';
import { testRun } from './test-run.js';

export type { Stack };

/** The whole product as real processes, on free ports and a fresh database, which goes when the stack is stopped. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const database = await createTestDatabase();
  try {
    const stack = await openStack({ ...options, run: testRun(), databaseUrl: new Secret(database.url) });
    return { ...stack, stop: () => stack.stop().finally(() => database.drop()) };
  } catch (error) {
    await database.drop();
    throw error;
  }
}
