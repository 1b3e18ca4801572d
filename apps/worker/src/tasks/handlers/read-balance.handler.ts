import { Injectable } from '@nestjs/common';
import { WalletsRepository } from '@app/agents';
import { ProviderError, WalletDirectory } from '@app/engine';
import { Database } from '@app/persistence';
import { balancesToJson, type WorkerTask } from '@app/queue';
import { TaskHandler, type TaskOutcome } from '../task-handler.js';

const FAILED: TaskOutcome = { done: false, retry: false, errorCode: 'provider_agent_wallet_balance_failed' };

/** Reads a wallet's balances. A request waits for the answer, so a failure is not retried. */
@Injectable()
export class ReadBalanceHandler extends TaskHandler {
  readonly kind = 'read_balance';

  constructor(
    private readonly database: Database,
    private readonly directory: WalletDirectory,
  ) {
    super();
  }

  async handle({ subjectId }: WorkerTask): Promise<TaskOutcome> {
    const wallet = await new WalletsRepository(this.database).findById(subjectId);
    if (wallet === null) return FAILED;
    const { providerWalletId: id, agentWalletAddress: address } = wallet;
    if (id === null || address === null) return FAILED;
    try {
      return { done: true, result: balancesToJson(await this.directory.balances({ id, address })) };
    } catch (error) {
      if (error instanceof ProviderError) return FAILED;
      throw error;
    }
  }
}
