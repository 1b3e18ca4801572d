import { SpanKind } from '@opentelemetry/api';
import { backoffMs, type ErrorCode } from '@app/common';
import { correlate, errorFields, type Logger, type Metrics, withSpan } from '@app/observability';
import type { Database } from '@app/persistence';
import type { TaskHandler, TaskOutcome } from './domain/task-handler.js';
import type { TaskKind, WorkerTask } from './domain/worker-task.js';
import { claimTask, endTask, markSent, postponeTask } from './task-statements.js';

const LEASE_MS = 60_000;
const RETRY_BACKOFF = { baseMs: 500, maxMs: 60_000 } as const;

/** What a task that nobody could finish answers. */
const FAILURES = {
  provision_wallet: 'agent_wallet_provisioning_failed',
  read_balance: 'provider_agent_wallet_balance_failed',
  request_faucet: 'provider_agent_wallet_faucet_failed',
  send_passcode: 'internal_error',
} as const satisfies Record<TaskKind, ErrorCode>;

export interface TaskRunnerParts {
  database: Database;
  log: Logger;
  metrics: Metrics;
  handlers: readonly TaskHandler[];
}

/** Takes a task's row, has it handled, and writes how it ended. */
export class TaskRunner {
  private readonly handlers: ReadonlyMap<TaskKind, TaskHandler>;
  private readonly running = new Set<Promise<void>>();
  private closing = false;

  constructor(private readonly parts: TaskRunnerParts) {
    this.handlers = new Map(parts.handlers.map((handler) => [handler.kind, handler]));
  }

  async run(taskId: string): Promise<void> {
    if (this.closing) return;
    const work = this.take(taskId);
    this.running.add(work);
    try {
      await work;
    } finally {
      this.running.delete(work);
    }
  }

  async close(): Promise<void> {
    this.closing = true;
    await Promise.allSettled(this.running);
  }

  private async take(taskId: string): Promise<void> {
    const task = await claimTask(this.parts.database, {
      id: taskId,
      kinds: [...this.handlers.keys()],
      leaseMs: LEASE_MS,
    });
    if (task === null) return;
    const { id, kind, requestId, traceParent: traceparent } = task;
    const span = { name: `task.${kind}`, kind: SpanKind.CONSUMER, traceparent, attributes: { 'presage.task_id': id } };
    const whose = { taskId: id, ...(requestId !== null && { requestId }) };
    await correlate(whose, () => withSpan(span, () => this.serve(task)));
  }

  private async serve(task: WorkerTask): Promise<void> {
    const handler = this.handlers.get(task.kind);
    if (handler === undefined) throw new Error(`no handler for the task ${task.kind}`);
    if (handler.once && !(await markSent(this.parts.database, task.id))) return;
    await this.conclude(task, await this.handle(handler, task));
  }

  private async handle(handler: TaskHandler, task: WorkerTask): Promise<TaskOutcome> {
    try {
      return await handler.handle(task);
    } catch (error) {
      this.parts.log.warn({ event: 'task.interrupted', taskId: task.id, kind: task.kind, ...errorFields(error) });
      return { done: false, retry: true, errorCode: FAILURES[task.kind] };
    }
  }

  private async conclude(task: WorkerTask, outcome: TaskOutcome): Promise<void> {
    const { id, kind, attempts } = task;
    if (outcome.done) {
      this.parts.metrics.count('presage_tasks_total', { kind, outcome: 'done' });
      await endTask(this.parts.database, id, { status: 'done', result: outcome.result, errorCode: null });
      return this.parts.log.info({ event: 'task.done', taskId: id, kind, attempts });
    }
    const restMs = backoffMs(attempts, RETRY_BACKOFF);
    if (outcome.retry && (await postponeTask(this.parts.database, id, restMs))) {
      this.parts.metrics.count('presage_tasks_total', { kind, outcome: 'postponed' });
      return this.parts.log.info({ event: 'task.postponed', taskId: id, kind, attempts, restMs });
    }
    this.parts.metrics.count('presage_tasks_total', { kind, outcome: 'failed' });
    await endTask(this.parts.database, id, { status: 'failed', result: null, errorCode: outcome.errorCode });
    this.parts.log.warn({ event: 'task.failed', taskId: id, kind, attempts, errorCode: outcome.errorCode });
  }
}
