import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose work is being done: it stands on every log line of it, and goes along with calls. */
export interface Correlation {
  /** The HTTP request from which it follows. */
  requestId?: string;
  executionId?: string;
  taskId?: string;
}

const current = new AsyncLocalStorage<Correlation>();

/** Does the work on behalf of somebody. */
export function correlate<T>(correlation: Correlation, work: () => Promise<T>): Promise<T> {
  return current.run(correlation, work);
}

/** Costs nothing in a process in which nobody correlates. */
export function currentCorrelation(): Correlation | undefined {
  return current.getStore();
}
