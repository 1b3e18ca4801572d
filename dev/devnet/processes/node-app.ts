import { PROJECT_ROOT } from '../project-root.js';
import { pollUntilReady } from './poll-until-ready.js';
import { startProcess, type ProcessOptions, type RunningProcess } from './start-process.js';

/**
 * Flags of the deployments. Under load a request outlives many collections of V8's default young generation, and copying it
 * each time costs a tenth of the CPU; the larger semi-space is only allocated when needed.
 */
const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=32'];

const READY_TIMEOUT_MS = 120_000;
const REQUEST_TIMEOUT_MS = 2_000;

export interface NodeAppOptions extends Pick<ProcessOptions, 'name' | 'env' | 'log' | 'runFolder'> {
  /** Compiled entry point. */
  readonly entry: string;
  readonly args?: readonly string[];
}

/** Starts a compiled program of this repository; SIGTERM makes it shut down gracefully. */
export function startNodeApp({ entry, args = [], ...rest }: NodeAppOptions): Promise<RunningProcess> {
  return startProcess({
    ...rest,
    command: process.execPath,
    args: [...NODE_FLAGS, entry, ...args],
    cwd: PROJECT_ROOT,
    stopSignal: 'SIGTERM',
  });
}

/** Waits until `url` answers 200. @throws Error when the process ends first, or after two minutes, which end it */
export async function waitUntilAnswering(running: RunningProcess, url: string): Promise<void> {
  const outcome = await pollUntilReady(running, { isReady: () => answersOk(url), timeoutMs: READY_TIMEOUT_MS });
  if (outcome === 'ready') return;
  if (outcome === 'timeout') throw new Error(`${url} did not answer 200 within ${READY_TIMEOUT_MS / 1000} s`);
  throw new Error(`it ended with ${outcome.signal ?? `exit code ${outcome.code}`} before it was ready`);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
