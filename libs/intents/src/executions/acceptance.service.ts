import { SpanKind } from '@opentelemetry/api';
import { Inject, Injectable } from '@nestjs/common';
import { BudgetExceededError, NOTIFY_LANES_SQL } from '@app/agents';
import { ENTRY_PRIORITY, type ExecutionRecord, Failpoints, isFinished, LAST_PRIORITY, priorityOf } from '@app/engine';
import { currentTraceparent, errorFields, Logger, Metrics, withSpan } from '@app/observability';
import { Database, Notifications, RowLoader, waitForRow } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { INTENTS_SETTINGS, type AcceptanceSettings } from '../intents.settings.js';
import { type Acceptance, acceptExecution, acceptNewExecution, type NewAcceptance } from './accept-execution.js';
import { type AcceptedExecution, AcceptancesRepository } from './acceptances.repository.js';
import { cancelIntent } from './cancel-intent.js';
import { ExecutionsRepository } from './executions.repository.js';

export interface AcceptRequest {
  intentId: string;
  /** Id of the HTTP request; it follows the execution to the worker. */
  requestId: string;
}

/** Accepts, reads and cancels executions as rows. Workers do everything on the chain. */
@Injectable()
export class AcceptanceService {
  private readonly acceptances: AcceptancesRepository;
  private readonly executions: RowLoader<ExecutionRecord>;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly queue: JobQueue,
    private readonly failpoints: Failpoints,
    private readonly metrics: Metrics,
    private readonly log: Logger,
    @Inject(INTENTS_SETTINGS)
    private readonly settings: Pick<AcceptanceSettings, 'EXECUTION_ENABLED' | 'WALLET_QUEUE_MAX'>,
  ) {
    const executions = new ExecutionsRepository(database);
    this.acceptances = new AcceptancesRepository(database);
    this.executions = new RowLoader(
      (ids) => executions.findMany(ids),
      ({ id }) => id,
    );
  }

  /**
   * Accepts one execution of a confirmed intent, in one transaction. Returns it as accepted. Of simultaneous calls for one
   * intent one is accepted, so a repeat never executes twice.
   * @throws {AppError} in this order: agent_intent_not_found; agent_intent_not_confirmed (with `intent_status`,
   * `execution_status` and Location); agent_wallet_missing; agent_wallet_status_invalid; agent_wallet_chain_invalid;
   * agent_wallet_frozen; agent_action_forbidden; agent_policy_violation (the maximum stake); agent_approval_required;
   * agent_policy_violation (a pause);
   * provider_agent_wallet_execution_not_enabled; agent_execution_config_invalid; agent_policy_violation (`BudgetExceededError`)
   */
  accept(request: AcceptRequest): Promise<ExecutionRecord> {
    const { intentId } = request;
    return this.record(request, (acceptance) =>
      acceptExecution(this.database, { ...acceptance, intentId }, this.acceptances).catch((error: unknown) => {
        if (error instanceof BudgetExceededError) this.reportRejection(error, intentId);
        throw error;
      }),
    );
  }

  /**
   * Stores an intent as confirmed and accepts its execution, in one transaction. Of simultaneous calls with one idempotency
   * key one is accepted.
   * @returns null when nothing was stored: the key is known, a rule refuses, or the wallet's policy or the pauses have changed
   */
  acceptNew(accepted: NewAcceptance, requestId: string): Promise<ExecutionRecord | null> {
    const request = { intentId: accepted.intent.id, requestId };
    return this.record(request, (acceptance) => acceptNewExecution(accepted, acceptance, this.acceptances));
  }

  async get(executionId: string): Promise<ExecutionRecord> {
    const execution = await this.executions.load(executionId);
    if (execution === null) throw new Error('an accepted execution has no row');
    return execution;
  }

  /** Returns an accepted execution when it has ended, or as it is after the timeout. Reads nothing without a timeout. */
  async waitFor(accepted: ExecutionRecord, timeoutMs: number): Promise<ExecutionRecord> {
    const { id: executionId } = accepted;
    if (timeoutMs === 0 || isFinished(accepted.status)) return accepted;
    const read = async (): Promise<ExecutionRecord | null> => {
      const execution = await this.get(executionId);
      return isFinished(execution.status) ? execution : null;
    };
    const { notifications } = this;
    return (await waitForRow({ notifications, key: executionId, timeoutMs, read })) ?? this.get(executionId);
  }

  /**
   * Cancels a preview, a confirmed intent, or a queued execution with nothing armed together with its intent.
   * @throws {AppError} agent_intent_not_found, agent_intent_status_invalid
   */
  async cancel(intentId: string): Promise<void> {
    const action = await cancelIntent(this.database, intentId);
    if (action !== null) this.metrics.count('presage_executions_ended_total', { action, outcome: 'cancelled' });
  }

  private record<T extends AcceptedExecution | null>(
    { intentId, requestId }: AcceptRequest,
    accept: (acceptance: Omit<Acceptance, 'intentId'>) => Promise<T>,
  ): Promise<T> {
    return withSpan({ name: 'execution.accept', kind: SpanKind.PRODUCER }, async () => {
      const { failpoints, log } = this;
      const { EXECUTION_ENABLED: executionEnabled, WALLET_QUEUE_MAX: maxQueued } = this.settings;
      await failpoints.reach('before_accepting_commit');
      const execution = await accept({ requestId, traceParent: currentTraceparent(), executionEnabled, maxQueued });
      if (execution === null) return execution;
      await failpoints.reach('accepted_not_enqueued');
      this.wake(execution);
      const { id: executionId, action } = execution;
      this.metrics.count('presage_executions_accepted_total', { action });
      log.info({ event: 'execution.accepted', executionId, intentId, requestId });
      return execution;
    });
  }

  /**
   * Enqueues a wake-up. Skips it for an entry if an earlier execution of the lane is runnable, unless its worker waits for a
   * block in which there is room for both: otherwise the worker serves this one next. The wake-up is not awaited, because the acceptance has made the lane due, and the sweep finds it without a job.
   */
  private wake(execution: AcceptedExecution): void {
    const {
      id: executionId,
      laneId,
      action,
      requestId,
      isBehindUnpaused,
      sendsAtOnce,
      followsUnsent,
      waitingFor,
    } = execution;
    const isEntry = priorityOf(action) === ENTRY_PRIORITY;
    if (isBehindUnpaused && isEntry && !sendsAtOnce) return;
    const wakeup = {
      priority: followsUnsent ? LAST_PRIORITY : priorityOf(action),
      raise: waitingFor === 'lane' && !isEntry,
    };
    this.queue.enqueueWakeup('lane', { laneId }, wakeup).catch(async (error: unknown) => {
      this.log.warn({ event: 'execution.wakeup_failed', executionId, requestId, ...errorFields(error) });
      await this.database.query(`SELECT ${NOTIFY_LANES_SQL}`).catch(() => undefined); // the sweep finds it later
    });
  }

  private reportRejection({ rejection: { scope, rule } }: BudgetExceededError, intentId: string): void {
    this.metrics.count('presage_budget_refusals_total', { scope, rule });
    this.log.info({ event: 'budget.refused', intentId, scope, rule });
  }
}
