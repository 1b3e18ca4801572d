import { SpanKind } from '@opentelemetry/api';
import { AppError, type ErrorCode } from '@app/common';
import { currentTraceparent, errorFields, type Logger, withSpan } from '@app/observability';
import { type Database, type Notifications, waitForRow } from '@app/persistence';
import type { JobQueue } from '../job-queue.js';
import { isProviderUsable } from '../provider/provider-account.js';
import { parseBalances, type TokenBalance } from './balances.js';
import { type NewTask, taskKey, TasksRepository } from './tasks.repository.js';
import type { WorkerTask } from './worker-task.entity.js';
import { isEnded } from './worker-task.js';

export interface WorkerTasksServiceDependencies {
  database: Database;
  notifications: Notifications;
  queue: JobQueue;
  log: Logger;
  /** Maximum time a request waits for the worker. */
  waitMs: number;
  balanceEnabled: boolean;
  faucetEnabled: boolean;
}

type TaskRequest = Omit<NewTask, 'traceParent'>;

const PROVISIONING_LIFE_MS = 24 * 60 * 60_000;
const PASSCODE_LIFE_MS = 10 * 60_000;
/** A request may wait for its turn in the provider's rate limit; its client has an answer by then. */
const FAUCET_LIFE_MS = 10 * 60_000;
/** Age up to which a balance answers further requests. */
const BALANCE_MAX_AGE_MS = 3_000;

/** Stores a task for the wallet provider, wakes a worker, and waits for the row to end, at most `waitMs`. */
export class WorkerTasksService {
  private readonly tasks: TasksRepository;

  constructor(private readonly dependencies: WorkerTasksServiceDependencies) {
    this.tasks = new TasksRepository(dependencies.database);
  }

  /**
   * Gives a wallet without an address its address, whatever its recorded chain. Safe to repeat: the provider gets one
   * idempotency key per wallet. `pending`: still running after the wait.
   * @throws {AppError} agent_wallet_provisioning_failed, agent_execution_config_invalid
   */
  async provision(walletId: string, requestId: string): Promise<'done' | 'pending'> {
    await this.assertProviderUsable('agent_execution_config_invalid');
    const task = await this.run({
      kind: 'provision_wallet',
      subjectId: walletId,
      lifeMs: PROVISIONING_LIFE_MS,
      requestId,
    });
    if (task.status === 'failed') throw new AppError(task.errorCode ?? 'agent_wallet_provisioning_failed');
    return task.status === 'done' ? 'done' : 'pending';
  }

  /**
   * Reads the wallet's balances from the provider. Safe to repeat.
   * @throws {AppError} provider_agent_wallet_balance_not_configured, provider_agent_wallet_balance_failed
   */
  async balance(walletId: string, requestId: string): Promise<readonly TokenBalance[]> {
    if (!this.dependencies.balanceEnabled) throw new AppError('provider_agent_wallet_balance_not_configured');
    await this.assertProviderUsable('provider_agent_wallet_balance_not_configured');
    const recent = await this.tasks.findRecentBalance(walletId, BALANCE_MAX_AGE_MS);
    if (recent !== null) return parseBalances(recent.result);
    const task = await this.run({
      kind: 'read_balance',
      subjectId: walletId,
      lifeMs: this.dependencies.waitMs,
      requestId,
    });
    if (task.status !== 'done') throw new AppError('provider_agent_wallet_balance_failed');
    return parseBalances(task.result);
  }

  /**
   * Requests test tokens. Every call requests again, so the caller keeps the cooldown.
   * @throws {AppError} provider_agent_wallet_faucet_not_configured (nothing was requested),
   * provider_agent_wallet_faucet_failed
   */
  async faucet(walletId: string, requestId: string): Promise<{ message?: string }> {
    if (!this.dependencies.faucetEnabled) throw new AppError('provider_agent_wallet_faucet_not_configured');
    await this.assertProviderUsable('provider_agent_wallet_faucet_not_configured');
    const task = await this.run({ kind: 'request_faucet', subjectId: walletId, lifeMs: FAUCET_LIFE_MS, requestId });
    if (task.status === 'failed') throw new AppError('provider_agent_wallet_faucet_failed');
    return task.status === 'done' ? {} : { message: 'The grant was requested; its result is not known yet.' };
  }

  /** Enqueues the e-mail of an onboarding without waiting. Repeating it sends the same passcode again. */
  async sendPasscode(onboardingId: string, requestId: string): Promise<void> {
    await this.enqueue({ kind: 'send_passcode', subjectId: onboardingId, lifeMs: PASSCODE_LIFE_MS, requestId });
  }

  private async assertProviderUsable(code: ErrorCode): Promise<void> {
    if (!(await isProviderUsable(this.dependencies.database))) throw new AppError(code);
  }

  private async run(request: TaskRequest): Promise<WorkerTask> {
    const { notifications, waitMs } = this.dependencies;
    const id = await this.enqueue(request);
    const readEnded = async (): Promise<WorkerTask | null> => {
      const task = await this.get(id);
      return isEnded(task) ? task : null;
    };
    const ended = await waitForRow({ notifications, key: taskKey(id), timeoutMs: waitMs, read: readEnded });
    return ended ?? this.get(id);
  }

  private async get(id: string): Promise<WorkerTask> {
    const task = await this.tasks.find(id);
    if (task === null) throw new Error('a task has no row');
    return task;
  }

  private enqueue(request: TaskRequest): Promise<string> {
    return withSpan({ name: 'task.enqueue', kind: SpanKind.PRODUCER }, () => this.insertAndWake(request));
  }

  private async insertAndWake(request: TaskRequest): Promise<string> {
    const { queue, log } = this.dependencies;
    const { kind, requestId } = request;
    const { id: taskId, isNew } = await this.tasks.insert({ ...request, traceParent: currentTraceparent() });
    if (!isNew) return taskId;
    // A lost wake-up only delays the task: the sweeper enqueues what is due.
    queue.enqueueWakeup('task', { taskId }).catch((error: unknown) => {
      log.warn({ event: 'task.wakeup_failed', taskId, kind, requestId, ...errorFields(error) });
    });
    return taskId;
  }
}
