import { Injectable } from '@nestjs/common';
import { WalletsRepository } from '@app/agents';
import { Faucet, ProviderError } from '@app/engine';
import { Database } from '@app/persistence';
import type { WorkerTask } from '@app/queue';
import { TaskHandler, type TaskOutcome } from '../task-handler.js';

const FAILED: TaskOutcome = { done: false, retry: false, errorCode: 'provider_agent_wallet_faucet_failed' };

/** Requests test tokens. The faucet has no idempotency key, so a request whose answer is lost is not repeated. */
@Injectable()
export class RequestFaucetHandler extends TaskHandler {
  readonly kind = 'request_faucet';
  override readonly once = true;
  override readonly writes = true;

  constructor(
    private readonly database: Database,
    private readonly faucet: Faucet,
  ) {
    super();
  }

  async handle({ subjectId }: WorkerTask): Promise<TaskOutcome> {
    const wallet = await new WalletsRepository(this.database).findById(subjectId);
    if (wallet === null || wallet.agentWalletAddress === null) return FAILED;
    try {
      await this.faucet.requestFunds(wallet.agentWalletAddress);
      return { done: true, result: null };
    } catch (error) {
      if (error instanceof ProviderError) return FAILED;
      throw error;
    }
  }
}
