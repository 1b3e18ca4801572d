import type { ErrorCode, Json } from '@app/common';
import type { TaskKind, WorkerTask } from '@app/queue';

/** `retry` requires that a repeat is safe; the task's time to live bounds the retries. */
export type TaskOutcome =
  | { done: true; result: Json }
  | { done: false; retry: true; errorCode: ErrorCode }
  | { done: false; retry: false; errorCode: ErrorCode };

export abstract class TaskHandler {
  abstract readonly kind: TaskKind;

  /** Whether the task must not run twice: it is marked as sent before it is handled and never claimed again. */
  readonly once: boolean = false;

  /** Whether it writes to the wallet provider, and so waits for its turn in the rate limit. */
  readonly writes: boolean = false;

  /** May be called again after a crash, unless `once`. A thrown error is retried. */
  abstract handle(task: WorkerTask): Promise<TaskOutcome>;
}
