import { SpanKind } from '@opentelemetry/api';
import { Inject, Injectable } from '@nestjs/common';
import {
  type AcceptRequest,
  BudgetExceededError,
  ExecutionEngine,
  type ExecutionRecord,
  ExecutionsRepository,
  isFinished,
} from '@app/agents';
import { currentTraceparent, errorFields, Logger, Metrics, withSpan } from '@app/observability';
import { Database, Notifications, RowLoader, waitForRow } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { Failpoints } from '../domain/ports/failpoints.js';
import { ENTRY_PRIORITY, priorityOf } from '../runner/queue-lane-jobs.js';
import { type Acceptance, acceptExecution } from './accept-execution.js';
import { type AcceptedExecution, AcceptancesRepository } from './acceptances.repository.js';
import { cancelIntent } from './cancel-intent.js';
import { freezeWallet } from './freeze-wallet.js';

export type AcceptanceSettings = Pick<Acceptance, 'executionEnabled' | 'maxQueued'>;

/** Injection token of the AcceptanceSettings. */
export const ACCEPTANCE_SETTINGS = Symbol('AcceptanceSettings');

/** The API's side of the engine: accepts, reads and cancels executions as rows. Workers do everything on the chain. */
@Injectable()
export class PgExecutionEngine extends ExecutionEngine {
  private readonly acceptances: AcceptancesRepository;
  private readonly executions: RowLoader<ExecutionRecord>;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly queue: JobQueue,
    private readonly failpoints: Failpoints,
    private readonly metrics: Metrics,
    private readonly log: Logger,
    @Inject(ACCEPTANCE_SETTINGS) private readonly settings: AcceptanceSettings,
  ) {
    super();
    const executions = new ExecutionsRepository(database);
    this.acceptances = new AcceptancesRepository(database);
    this.executions = new RowLoader(
      (ids) => executions.findMany(ids),
      ({ id }) => id,
    );
  }

  accept(request: AcceptRequest): Promise<ExecutionRecord> {
    return withSpan({ name: 'execution.accept', kind: SpanKind.PRODUCER }, () => this.acceptNow(request));
  }

  async waitFor(accepted: ExecutionRecord, timeoutMs: number): Promise<ExecutionRecord> {
    const { id: executionId } = accepted;
    if (timeoutMs === 0) return accepted;
    const read = async (): Promise<ExecutionRecord | null> => {
      const execution = await this.get(executionId);
      return isFinished(execution.status) ? execution : null;
    };
    const { notifications } = this;
    return (await waitForRow({ notifications, key: executionId, timeoutMs, read })) ?? this.get(executionId);
  }

  async cancel(intentId: string): Promise<void> {
    const action = await cancelIntent(this.database, intentId);
    if (action !== null) this.metrics.count('presage_executions_ended_total', { action, outcome: 'cancelled' });
  }

  async freeze(agentId: string): Promise<void> {
    const cancelled = await this.database.transaction((tx) => freezeWallet(tx, agentId));
    for (const action of cancelled)
      this.metrics.count('presage_executions_ended_total', { action, outcome: 'cancelled' });
    this.log.info({ event: 'wallet.frozen', agentId, cancelled: cancelled.length });
  }

  private async acceptNow({ intentId, requestId }: AcceptRequest): Promise<ExecutionRecord> {
    const { failpoints, log, settings } = this;
    const acceptance = { intentId, requestId, traceParent: currentTraceparent(), ...settings };
    await failpoints.reach('before_accepting_commit');
    const execution = await acceptExecution(this.database, acceptance, this.acceptances).catch((error: unknown) => {
      if (error instanceof BudgetExceededError) this.reportRefusal(error, intentId);
      throw error;
    });
    await failpoints.reach('accepted_not_enqueued');
    this.wake(execution);
    const { id: executionId, action } = execution;
    this.metrics.count('presage_executions_accepted_total', { action });
    log.info({ event: 'execution.accepted', executionId, intentId, requestId });
    return execution;
  }

  /**
   * Enqueues a wake-up. Skips it for an entry if an earlier execution of the lane is runnable: its worker serves this one
   * next. The wake-up is not awaited, because the acceptance has made the lane due, and the sweep finds it without a job.
   */
  private wake({ id: executionId, laneId, action, requestId, isBehindUnpaused, waitingFor }: AcceptedExecution): void {
    const priority = priorityOf(action);
    if (isBehindUnpaused && priority === ENTRY_PRIORITY) return;
    // No job waits behind the entry priority, so only a better one can raise.
    const wakeup = { priority, raise: waitingFor === 'lane' && priority < ENTRY_PRIORITY };
    this.queue.enqueueWakeup('lane', { laneId }, wakeup).catch((error: unknown) => {
      this.log.warn({ event: 'execution.wakeup_failed', executionId, requestId, ...errorFields(error) });
    });
  }

  private reportRefusal({ refusal: { scope, rule } }: BudgetExceededError, intentId: string): void {
    this.metrics.count('presage_budget_refusals_total', { scope, rule });
    this.log.info({ event: 'budget.refused', intentId, scope, rule });
  }

  private async get(executionId: string): Promise<ExecutionRecord> {
    const execution = await this.executions.load(executionId);
    if (execution === null) throw new Error('an accepted execution has no row');
    return execution;
  }
}
