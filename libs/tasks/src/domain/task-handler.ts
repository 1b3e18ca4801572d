import type { ErrorCode, Json } from '@app/common';
import type { TaskKind, WorkerTask } from './worker-task.js';

/** `retry` only while a repeat is safe; the task's own time to live bounds it. */
export type TaskOutcome =
  | { done: true; result: Json }
  | { done: false; retry: true; errorCode: ErrorCode }
  | { done: false; retry: false; errorCode: ErrorCode };

/** Does one kind of task. */
export abstract class TaskHandler {
  abstract readonly kind: TaskKind;

  /** A task that must not be asked for twice is marked as sent before it is handled, and is then never taken again. */
  readonly once: boolean = false;

  /** May be called again after a crash, unless `once`. What it throws counts as an outcome that may be retried. */
  abstract handle(task: WorkerTask): Promise<TaskOutcome>;
}
