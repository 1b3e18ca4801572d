import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionFailure } from './connection-failure.js';

/** Time that a starting process waits for a database that is slow, starting or failing over. */
const MAX_WAIT_MS = 15_000;
const RETRY_MS = 250;

/** Repeats `connect` while the database cannot be reached. @throws the last error after 15 s, any other error at once */
export async function awaitDatabase<Result>(connect: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isConnectionFailure(error) || performance.now() - startedMs > MAX_WAIT_MS) throw error;
    }
    await delay(RETRY_MS);
  }
}
