import { PROJECT_ROOT } from '../project-root.js';
import { startChild, type ChildOptions, type RunningPart } from './child-part.js';
import { untilReady } from './until-ready.js';

/**
 * As the deployments start them. Under load a request outlives many collections of a small nursery, and being copied by each
 * costs a tenth of the processor; this one is as large as is needed, and grows only when it is.
 */
const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=32'];

const READY_LIMIT_MS = 120_000;
const CALL_LIMIT_MS = 2_000;

export interface NodeAppOptions extends Pick<ChildOptions, 'name' | 'env' | 'log' | 'runFolder'> {
  /** The compiled entry point. */
  readonly entry: string;
  readonly args?: readonly string[];
}

/** Starts one of our own programs; SIGTERM asks it for an orderly end. */
export function startNodeApp({ entry, args = [], ...child }: NodeAppOptions): Promise<RunningPart> {
  return startChild({
    ...child,
    command: process.execPath,
    args: [...NODE_FLAGS, entry, ...args],
    cwd: PROJECT_ROOT,
    stopSignal: 'SIGTERM',
  });
}

/**
 * Waits until `url` answers 200.
 * @throws Error when the part ends first, or is not ready within two minutes; it is ended then
 */
export async function untilAnswering(part: RunningPart, url: string): Promise<void> {
  const outcome = await untilReady(part, { isReady: () => answersOk(url), limitMs: READY_LIMIT_MS });
  if (outcome === 'ready') return;
  if (outcome === 'late') throw new Error(`${url} did not answer 200 within ${READY_LIMIT_MS / 1000} s`);
  throw new Error(`it ended with ${outcome.signal ?? `exit code ${outcome.code}`} before it was ready`);
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(CALL_LIMIT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening yet
  }
}
