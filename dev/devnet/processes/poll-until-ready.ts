import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessExit, RunningProcess } from './start-process.js';

const POLL_INTERVAL_MS = 25;

export interface ReadinessCheck {
  /** Resolves to false while the process is not ready. A rejection ends the process and is rethrown. */
  readonly isReady: () => Promise<boolean>;
  readonly timeoutMs: number;
}

/** Waits until a process is ready, and ends it after the timeout. @returns 'ready', 'timeout', or an earlier exit */
export async function pollUntilReady(
  running: RunningProcess,
  { isReady, timeoutMs }: ReadinessCheck,
): Promise<'ready' | 'timeout' | ProcessExit> {
  const deadline = Date.now() + timeoutMs;
  try {
    while (Date.now() < deadline) {
      if (await isReady()) return 'ready';
      const exit = await Promise.race([running.exited, delay(POLL_INTERVAL_MS, null)]);
      if (exit !== null) return exit;
    }
  } catch (error) {
    await running.stop(0);
    throw error;
  }
  await running.stop(0);
  return 'timeout';
}
