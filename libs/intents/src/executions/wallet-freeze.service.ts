import { Injectable } from '@nestjs/common';
import { type AgentWallet, WalletsService } from '@app/agents';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { freezeWallet } from './freeze-wallet.js';

/** Freezes wallets. `WalletsService` unfreezes them. */
@Injectable()
export class WalletFreezeService {
  constructor(
    private readonly database: Database,
    private readonly wallets: WalletsService,
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {}

  /**
   * Freezes the agent's wallet. In the same transaction cancels its previews, confirmed intents and queued executions of the
   * frozen actions with nothing armed. Safe to repeat.
   * @throws {AppError} agent_wallet_not_found
   */
  async freeze(agentId: string): Promise<AgentWallet> {
    const cancelled = await this.database.transaction((tx) => freezeWallet(tx, agentId));
    for (const action of cancelled) {
      this.metrics.count('presage_executions_ended_total', { action, outcome: 'cancelled' });
    }
    this.log.info({ event: 'wallet.frozen', agentId, cancelled: cancelled.length });
    return this.wallets.getByAgentId(agentId);
  }
}
