import { Inject, Injectable } from '@nestjs/common';
import { type Action, Clock, isBuy, withTimeout } from '@app/common';
import { errorFields, Logger } from '@app/observability';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { type MarketIdentity, MarketReader } from './market-reader.js';
import { type MarketStakes, MarketStakesRepository } from './market-stakes.repository.js';
import type { AgentWallet } from '../wallets/agent-wallet.entity.js';
import type { IntentRequest } from './intent.entity.js';
import { warningsOf } from './intent-rules.js';

const MAX_CACHED_MARKETS = 10_000;
/** Maximum time a preview waits for the chain. */
const CHAIN_TIMEOUT_MS = 2_000;

/** Warns at preview about conditions that execution refuses. Without the chain it finds fewer of them. */
@Injectable()
export class IntentWarningsService {
  /** Creator, resolver and name of a market are part of what its address is derived from. */
  private readonly cachedMarkets = new Map<string, MarketIdentity>();

  constructor(
    private readonly marketReader: MarketReader,
    private readonly stakes: MarketStakesRepository,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  async warn(request: IntentRequest, wallet: AgentWallet | null): Promise<string[]> {
    const { action, marketContractAddress } = request;
    const [market, stakes] = await Promise.all([
      marketContractAddress === null ? undefined : this.findMarket(marketContractAddress),
      this.findStakes(action, marketContractAddress),
    ]);
    return warningsOf(request, {
      nowMs: this.clock.nowMs(),
      collateralAddress: this.settings.COLLATERAL_ADDRESS.toLowerCase(),
      agentWalletAddress: wallet?.agentWalletAddress ?? null,
      market,
      stakes,
    });
  }

  /** Read for the actions that a cancellation turns into something else, and for the cancellation. */
  private async findStakes(action: Action, address: string | null): Promise<MarketStakes | null> {
    if (address === null || !(isBuy(action) || action === 'cancel_market')) return null;
    return this.stakes.findStakes(address);
  }

  /** Null when there is no such market, undefined when the chain did not answer in time. */
  private async findMarket(address: string): Promise<MarketIdentity | null | undefined> {
    const cached = this.cachedMarkets.get(address);
    if (cached !== undefined) return cached;
    try {
      const market = await withTimeout(this.marketReader.findMarket(address), CHAIN_TIMEOUT_MS, () => undefined);
      if (market) this.cache(address, market);
      return market;
    } catch (error) {
      this.log.warn({ event: 'intent.market_read_failed', ...errorFields(error) });
      return undefined;
    }
  }

  private cache(address: string, market: MarketIdentity): void {
    const oldest = this.cachedMarkets.keys().next();
    if (this.cachedMarkets.size >= MAX_CACHED_MARKETS && oldest.done !== true) this.cachedMarkets.delete(oldest.value);
    this.cachedMarkets.set(address, market);
  }
}
