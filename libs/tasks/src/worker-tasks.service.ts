import { SpanKind } from '@opentelemetry/api';
import { type TokenBalance, WalletTasks } from '@app/agents';
import { AppError, type ErrorCode } from '@app/common';
import { isProviderUsable } from '@app/engine';
import { currentTraceparent, errorFields, type Logger, withSpan } from '@app/observability';
import { type Database, type Notifications, waitForRow } from '@app/persistence';
import type { JobQueue } from '@app/queue';
import { parseBalances } from './domain/balances.js';
import { isEnded, type TaskKind, type WorkerTask } from './domain/worker-task.js';
import { findTask, insertTask, taskKey } from './task-statements.js';

export interface WorkerTasksServiceParts {
  database: Database;
  notifications: Notifications;
  queue: JobQueue;
  log: Logger;
  /** How long a request waits for the worker. */
  waitMs: number;
  balanceEnabled: boolean;
  faucetEnabled: boolean;
}

interface TaskOrder {
  kind: TaskKind;
  /** The wallet, or for send_passcode the onboarding. */
  subjectId: string;
  lifeMs: number;
  /** Of the request that it is done for. */
  requestId: string;
}

const PROVISIONING_LIFE_MS = 24 * 60 * 60_000;
const PASSCODE_LIFE_MS = 10 * 60_000;

/** Hands work to a worker as a row, rings, and waits for the row to be done. */
export class WorkerTasksService extends WalletTasks {
  constructor(private readonly parts: WorkerTasksServiceParts) {
    super();
  }

  async provision(walletId: string, requestId: string): Promise<'done' | 'pending'> {
    await this.demandProvider('agent_execution_config_invalid');
    const task = await this.run({
      kind: 'provision_wallet',
      subjectId: walletId,
      lifeMs: PROVISIONING_LIFE_MS,
      requestId,
    });
    if (task.status === 'failed') throw new AppError(task.errorCode ?? 'agent_wallet_provisioning_failed');
    return task.status === 'done' ? 'done' : 'pending';
  }

  async balance(walletId: string, requestId: string): Promise<readonly TokenBalance[]> {
    if (!this.parts.balanceEnabled) throw new AppError('provider_agent_wallet_balance_not_configured');
    await this.demandProvider('provider_agent_wallet_balance_not_configured');
    const task = await this.run({ kind: 'read_balance', subjectId: walletId, lifeMs: this.parts.waitMs, requestId });
    if (task.status !== 'done') throw new AppError('provider_agent_wallet_balance_failed');
    return parseBalances(task.result);
  }

  async faucet(walletId: string, requestId: string): Promise<{ message?: string }> {
    if (!this.parts.faucetEnabled) throw new AppError('provider_agent_wallet_faucet_not_configured');
    await this.demandProvider('provider_agent_wallet_faucet_not_configured');
    const task = await this.run({ kind: 'request_faucet', subjectId: walletId, lifeMs: this.parts.waitMs, requestId });
    if (task.status === 'failed') throw new AppError('provider_agent_wallet_faucet_failed');
    return task.status === 'done' ? {} : { message: 'The grant was requested; its result is not known yet.' };
  }

  async sendPasscode(onboardingId: string, requestId: string): Promise<void> {
    await this.hand({ kind: 'send_passcode', subjectId: onboardingId, lifeMs: PASSCODE_LIFE_MS, requestId });
  }

  private async demandProvider(refusal: ErrorCode): Promise<void> {
    if (!(await isProviderUsable(this.parts.database))) throw new AppError(refusal);
  }

  private async run(order: TaskOrder): Promise<WorkerTask> {
    const { database, notifications, waitMs } = this.parts;
    const id = await this.hand(order);
    const read = async (): Promise<WorkerTask> => {
      const task = await findTask(database, id);
      if (task === null) throw new Error('a task has no row');
      return task;
    };
    const ended = async (): Promise<WorkerTask | null> => {
      const task = await read();
      return isEnded(task) ? task : null;
    };
    return (await waitForRow({ notifications, key: taskKey(id), timeoutMs: waitMs, read: ended })) ?? read();
  }

  private hand(order: TaskOrder): Promise<string> {
    return withSpan({ name: 'task.hand', kind: SpanKind.PRODUCER }, () => this.enqueueNow(order));
  }

  private async enqueueNow(order: TaskOrder): Promise<string> {
    const { database, queue, log } = this.parts;
    const { kind, requestId } = order;
    const taskId = await insertTask(database, { ...order, traceParent: currentTraceparent() });
    queue.enqueueWakeup('task', { taskId }).catch((error: unknown) => {
      log.warn({ event: 'task.wakeup_failed', taskId, kind, requestId, ...errorFields(error) });
    });
    return taskId;
  }
}
