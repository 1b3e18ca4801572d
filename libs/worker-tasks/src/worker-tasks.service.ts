import { type TokenBalance, WalletTasks } from '@app/agents';
import { AppError, type ErrorCode } from '@app/common';
import { isProviderUsable } from '@app/engine';
import { errorFields, type Logger } from '@app/observability';
import { type Database, type Notifications, waitForRow } from '@app/persistence';
import type { JobQueue } from '@app/queue';
import { parseBalances } from './domain/balances.js';
import { isEnded, type TaskKind, type WorkerTask } from './domain/worker-task.js';
import { findTask, insertTask, taskKey } from './persistence/task-statements.js';

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

const PROVISIONING_LIFE_MS = 24 * 60 * 60_000;
const PASSCODE_LIFE_MS = 10 * 60_000;

/** Hands work to a worker as a row, rings, and waits for the row to be done. */
export class WorkerTasksService extends WalletTasks {
  constructor(private readonly parts: WorkerTasksServiceParts) {
    super();
  }

  async provision(walletId: string): Promise<'done' | 'pending'> {
    await this.demandProvider('agent_execution_config_invalid');
    const task = await this.run('provision_wallet', walletId, PROVISIONING_LIFE_MS);
    if (task.status === 'failed') throw new AppError(task.errorCode ?? 'agent_wallet_provisioning_failed');
    return task.status === 'done' ? 'done' : 'pending';
  }

  async balance(walletId: string): Promise<readonly TokenBalance[]> {
    if (!this.parts.balanceEnabled) throw new AppError('provider_agent_wallet_balance_not_configured');
    await this.demandProvider('provider_agent_wallet_balance_not_configured');
    const task = await this.run('read_balance', walletId, this.parts.waitMs);
    if (task.status !== 'done') throw new AppError('provider_agent_wallet_balance_failed');
    return parseBalances(task.result);
  }

  async faucet(walletId: string): Promise<{ message?: string }> {
    if (!this.parts.faucetEnabled) throw new AppError('provider_agent_wallet_faucet_not_configured');
    await this.demandProvider('provider_agent_wallet_faucet_not_configured');
    const task = await this.run('request_faucet', walletId, this.parts.waitMs);
    if (task.status === 'failed') throw new AppError('provider_agent_wallet_faucet_failed');
    return task.status === 'done' ? {} : { message: 'The grant was requested; its result is not known yet.' };
  }

  async sendPasscode(onboardingId: string): Promise<void> {
    await this.hand('send_passcode', onboardingId, PASSCODE_LIFE_MS);
  }

  private async demandProvider(refusal: ErrorCode): Promise<void> {
    if (!(await isProviderUsable(this.parts.database))) throw new AppError(refusal);
  }

  private async run(kind: TaskKind, subjectId: string, lifeMs: number): Promise<WorkerTask> {
    const { database, notifications, waitMs } = this.parts;
    const id = await this.hand(kind, subjectId, lifeMs);
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

  private async hand(kind: TaskKind, subjectId: string, lifeMs: number): Promise<string> {
    const { database, queue, log } = this.parts;
    const taskId = await insertTask(database, { kind, subjectId, lifeMs });
    queue.ring('task', { taskId }).catch((error: unknown) => {
      log.warn({ event: 'task.ring_lost', taskId, kind, ...errorFields(error) });
    });
    return taskId;
  }
}
