import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids of the request, execution or task that work belongs to. Every log line of the work carries them. */
export interface Correlation {
  /** HTTP request that caused the work. */
  requestId?: string;
  executionId?: string;
  taskId?: string;
}

const storage = new AsyncLocalStorage<Correlation>();

/** Runs `work` under these ids. */
export function correlate<T>(correlation: Correlation, work: () => Promise<T>): Promise<T> {
  return storage.run(correlation, work);
}

/** Ids of the current work; undefined outside `correlate`. */
export function currentCorrelation(): Correlation | undefined {
  return storage.getStore();
}
