import { Inject, Injectable } from '@nestjs/common';
import { EXECUTION_CHAIN, fromBaseUnits, toBaseUnits } from '@app/common';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import type { AgentWallet } from '../wallets/agent-wallet.entity.js';
import { WalletsService } from '../wallets/wallets.service.js';
import type { Portfolio, PortfolioPosition, PortfolioSettlement } from './portfolio.js';
import { PortfolioRepository } from './portfolio.repository.js';
import { toPosition, toSettlements } from './value-holding.js';

interface ValuedHoldings {
  positions: readonly PortfolioPosition[];
  settlements: readonly PortfolioSettlement[];
  isTruncated: boolean;
  asOfBlock: number | null;
}

const NOTHING_READ: ValuedHoldings = { positions: [], settlements: [], isTruncated: false, asOfBlock: null };

/** Reads what an agent's wallet holds, as far as the chain has been indexed. */
@Injectable()
export class PortfolioService {
  constructor(
    private readonly portfolios: PortfolioRepository,
    private readonly wallets: WalletsService,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  /** @throws {AppError} agent_wallet_not_found */
  async get(agentId: string): Promise<Portfolio> {
    const wallet = await this.wallets.getByAgentId(agentId);
    return this.summarize(wallet, await this.read(wallet));
  }

  private async read({ agentId, agentWalletAddress, chain }: AgentWallet): Promise<ValuedHoldings> {
    if (agentWalletAddress === null || chain !== EXECUTION_CHAIN) return NOTHING_READ;
    const { block, holdings, isTruncated } = await this.portfolios.readHoldings(agentId, agentWalletAddress);
    if (block === null) return NOTHING_READ;
    return {
      positions: holdings.map((holding) => toPosition(holding, block.blockTime)),
      settlements: holdings.flatMap(toSettlements),
      isTruncated,
      asOfBlock: block.blockNumber,
    };
  }

  private summarize(wallet: AgentWallet, { positions, ...read }: ValuedHoldings): Portfolio {
    const active = positions.filter(({ marketStatus }) => marketStatus === 'OPEN');
    return {
      agentId: wallet.agentId,
      agentWalletAddress: wallet.agentWalletAddress,
      chain: wallet.chain,
      walletProvider: wallet.walletProvider,
      activePositionsCount: active.length,
      resolvedOrClosedPositionsCount: positions.length - active.length,
      claimableRefundableCount: positions.filter(({ claimAction }) => claimAction !== null).length,
      totalExposure: this.computeExposure(positions),
      positions,
      ...read,
    };
  }

  private computeExposure(positions: readonly PortfolioPosition[]): string {
    const decimals = this.settings.COLLATERAL_DECIMALS;
    const undecided = positions.filter(
      ({ marketStatus }) => marketStatus === 'OPEN' || marketStatus === 'TRADING_CLOSED',
    );
    const total = undecided.reduce((sum, { cost }) => sum + (toBaseUnits(cost, decimals) ?? 0n), 0n);
    return fromBaseUnits(total, decimals);
  }
}
