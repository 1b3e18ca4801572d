import { Inject, Injectable } from '@nestjs/common';
import { AppError, EXECUTION_CHAIN, fromBaseUnits, toBaseUnits } from '@app/common';
import { Database } from '@app/persistence';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from '../wallets/agent-wallet.js';
import { WalletsService } from '../wallets/wallets.service.js';
import type { Portfolio, PortfolioPosition } from './portfolio.js';
import { valueHolding } from './value-holding.js';
import { readHoldings } from './portfolio-statements.js';

/** What an agent's wallet holds, from the chain's events as far as they have been read. */
@Injectable()
export class PortfolioService {
  constructor(
    private readonly database: Database,
    private readonly wallets: WalletsService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /** @throws {AppError} agent_wallet_not_found; agent_portfolio_get_failed */
  async get(agentId: string): Promise<Portfolio> {
    try {
      const wallet = await this.wallets.findByAgentId(agentId);
      if (wallet === null) throw new AppError('agent_wallet_not_found');
      return await this.read(wallet);
    } catch (error) {
      if (error instanceof AppError && error.code === 'agent_wallet_not_found') throw error;
      throw new AppError('agent_portfolio_get_failed', { cause: error });
    }
  }

  private async read(wallet: AgentWallet): Promise<Portfolio> {
    const { agentWalletAddress } = wallet;
    if (agentWalletAddress === null || wallet.chain !== EXECUTION_CHAIN) return this.summarize(wallet, [], null);
    const decimals = this.settings.COLLATERAL_DECIMALS;
    const { block, holdings } = await readHoldings(this.database, {
      agentId: wallet.agentId,
      agentWalletAddress,
      decimals,
    });
    if (block === null) return this.summarize(wallet, [], null);
    const context = { blockTime: block.blockTime, decimals };
    const valued = holdings.map((holding) => valueHolding(holding, context));
    return this.summarize(wallet, valued, block.blockNumber);
  }

  private summarize(
    wallet: AgentWallet,
    valued: readonly ReturnType<typeof valueHolding>[],
    asOfBlock: number | null,
  ): Portfolio {
    const positions = valued.flatMap((holding) => holding.positions);
    const active = positions.filter(({ marketStatus }) => marketStatus === 'OPEN');
    return {
      agentId: wallet.agentId,
      agentWalletAddress: wallet.agentWalletAddress,
      chain: wallet.chain,
      walletProvider: wallet.walletProvider,
      activePositionsCount: active.length,
      resolvedOrClosedPositionsCount: positions.length - active.length,
      claimableRefundableCount: positions.filter(({ claimAction }) => claimAction !== null).length,
      totalExposure: this.exposureOf(positions),
      positions,
      settlements: valued.flatMap((holding) => holding.settlements),
      asOfBlock,
    };
  }

  private exposureOf(positions: readonly PortfolioPosition[]): string {
    const decimals = this.settings.COLLATERAL_DECIMALS;
    const undecided = positions.filter(
      ({ marketStatus }) => marketStatus === 'OPEN' || marketStatus === 'TRADING_CLOSED',
    );
    const total = undecided.reduce((sum, { cost }) => sum + (toBaseUnits(cost, decimals) ?? 0n), 0n);
    return fromBaseUnits(total, decimals);
  }
}
