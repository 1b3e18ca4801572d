import { SpanKind } from '@opentelemetry/api';
import { Inject, Injectable } from '@nestjs/common';
import { backoffMs, type ErrorCode } from '@app/common';
import { correlate, errorFields, Logger, Metrics, withSpan } from '@app/observability';
import { Database } from '@app/persistence';
import { reserveProviderWrite, type TaskKind, TasksRepository, type WorkerTask } from '@app/queue';
import type { TaskHandler, TaskOutcome } from './task-handler.js';

const LEASE_MS = 60_000;
const RETRY_BACKOFF = { baseMs: 500, maxMs: 60_000 } as const;

/** Error code of a task whose handler failed until its time to live ended. */
const FAILURES = {
  provision_wallet: 'agent_wallet_provisioning_failed',
  read_balance: 'provider_agent_wallet_balance_failed',
  request_faucet: 'provider_agent_wallet_faucet_failed',
  send_passcode: 'internal_error',
} as const satisfies Record<TaskKind, ErrorCode>;

export interface TaskRunnerSettings {
  /** Kinds that this worker claims. Each needs a handler. */
  kinds: readonly TaskKind[];
  /** Writes per second to the wallet provider, executions included; null for no limit. */
  providerPostsPerSecond: number | null;
}

export const TASK_RUNNER_SETTINGS = Symbol('TaskRunnerSettings');
/** Injection token of the worker's task handlers. */
export const TASK_HANDLERS = Symbol('TaskHandlers');

/** Claims a task, handles it, and writes its end. */
@Injectable()
export class TaskRunner {
  private readonly tasks: TasksRepository;
  private readonly handlers: ReadonlyMap<TaskKind, TaskHandler>;
  private readonly running = new Set<Promise<void>>();
  private closing = false;

  /** @throws Error when a kind has no handler, which fails the worker's boot */
  constructor(
    private readonly database: Database,
    private readonly log: Logger,
    private readonly metrics: Metrics,
    @Inject(TASK_HANDLERS) handlers: readonly TaskHandler[],
    @Inject(TASK_RUNNER_SETTINGS) private readonly settings: TaskRunnerSettings,
  ) {
    this.tasks = new TasksRepository(database);
    this.handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
    const unhandled = settings.kinds.filter((kind) => !this.handlers.has(kind));
    if (unhandled.length > 0) throw new Error(`no handler for task kind ${unhandled.join(', ')}`);
  }

  async run(taskId: string): Promise<void> {
    if (this.closing) return;
    const work = this.claimAndHandle(taskId);
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

  private async claimAndHandle(taskId: string): Promise<void> {
    const task = await this.tasks.claim(taskId, { kinds: this.settings.kinds, leaseMs: LEASE_MS });
    if (task === null) return;
    const { id, kind, requestId, traceParent: traceparent } = task;
    const span = { name: `task.${kind}`, kind: SpanKind.CONSUMER, traceparent, attributes: { 'presage.task_id': id } };
    const ids = { taskId: id, ...(requestId !== null && { requestId }) };
    await correlate(ids, () => withSpan(span, () => this.process(task)));
  }

  private async process(task: WorkerTask): Promise<void> {
    const handler = this.handlers.get(task.kind);
    if (handler === undefined) throw new Error(`no handler for task kind ${task.kind}`);
    if (handler.writes && !(await this.takeTurn(task))) return;
    if (handler.once && !(await this.tasks.markSent(task.id))) return;
    await this.conclude(task, await this.handle(handler, task));
  }

  /** @returns false when the task waits for its turn */
  private async takeTurn({ id, kind }: WorkerTask): Promise<boolean> {
    const { providerPostsPerSecond: perSecond } = this.settings;
    const delayMs = perSecond === null ? 0 : await reserveProviderWrite(this.database, id, perSecond);
    if (delayMs === 0) return true;
    await this.tasks.awaitTurn(id, delayMs);
    this.log.info({ event: 'task.awaits_turn', taskId: id, kind, delayMs });
    return false;
  }

  private async handle(handler: TaskHandler, task: WorkerTask): Promise<TaskOutcome> {
    try {
      return await handler.handle(task);
    } catch (error) {
      this.log.warn({ event: 'task.interrupted', taskId: task.id, kind: task.kind, ...errorFields(error) });
      return { done: false, retry: true, errorCode: FAILURES[task.kind] };
    }
  }

  private async conclude(task: WorkerTask, outcome: TaskOutcome): Promise<void> {
    const { id, kind, attempts } = task;
    if (outcome.done) {
      this.metrics.count('presage_tasks_total', { kind, outcome: 'done' });
      await this.tasks.end(id, { status: 'done', result: outcome.result, errorCode: null });
      return this.log.info({ event: 'task.done', taskId: id, kind, attempts });
    }
    const delayMs = backoffMs(attempts, RETRY_BACKOFF);
    if (outcome.retry && (await this.tasks.postpone(id, delayMs))) {
      this.metrics.count('presage_tasks_total', { kind, outcome: 'postponed' });
      return this.log.info({ event: 'task.postponed', taskId: id, kind, attempts, delayMs });
    }
    this.metrics.count('presage_tasks_total', { kind, outcome: 'failed' });
    await this.tasks.end(id, { status: 'failed', result: null, errorCode: outcome.errorCode });
    this.log.warn({ event: 'task.failed', taskId: id, kind, attempts, errorCode: outcome.errorCode });
  }
}
