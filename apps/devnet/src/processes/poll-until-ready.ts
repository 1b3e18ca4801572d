import { setTimeout as delay } from 'node:timers/promises';
import type { PartExit, RunningPart } from './child-part.js';

const POLL_MS = 25;

export interface ReadyOptions {
  /** False, not a rejection, while the part is not ready; a rejection ends the part and is passed on. */
  readonly isReady: () => Promise<boolean>;
  readonly limitMs: number;
}

/**
 * Waits until a part is ready. One that is not within the limit is ended.
 * @returns 'ready', 'late', or how the part ended by itself
 */
export async function untilReady(part: RunningPart, options: ReadyOptions): Promise<'ready' | 'late' | PartExit> {
  const deadline = Date.now() + options.limitMs;
  try {
    while (Date.now() < deadline) {
      if (await options.isReady()) return 'ready';
      const exit = await Promise.race([part.exited, delay(POLL_MS, null)]);
      if (exit !== null) return exit;
    }
  } catch (error) {
    await part.stop(0);
    throw error;
  }
  await part.stop(0);
  return 'late';
}
