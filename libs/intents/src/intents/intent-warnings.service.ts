import { Inject, Injectable } from '@nestjs/common';
import { type MarketIdentity, MarketReader } from '@app/chain';
import { Clock, withTimeout } from '@app/common';
import type { IntentRequest } from '@app/engine';
import { errorFields, Logger } from '@app/observability';
import { INTENTS_SETTINGS, type AcceptanceSettings } from '../intents.settings.js';
import { listWarnings } from './intent-rules.js';
import type { PreviewContext } from './preview-context.repository.js';

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
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(INTENTS_SETTINGS) private readonly settings: AcceptanceSettings,
  ) {}

  async warn(
    request: IntentRequest,
    { wallet, stakes, knownBlock }: Pick<PreviewContext, 'wallet' | 'stakes' | 'knownBlock'>,
  ): Promise<string[]> {
    const { marketContractAddress } = request;
    const market =
      marketContractAddress === null ? undefined : await this.findMarket(marketContractAddress, knownBlock);
    return listWarnings(request, {
      nowMs: this.clock.nowMs(),
      collateralAddress: this.settings.COLLATERAL_ADDRESS.toLowerCase(),
      agentWalletAddress: wallet?.agentWalletAddress ?? null,
      market,
      stakes,
    });
  }

  /** Null when there is no such market, undefined when the chain did not answer in time or by a node that is behind. */
  private async findMarket(address: string, knownBlock: number): Promise<MarketIdentity | null | undefined> {
    const cached = this.cachedMarkets.get(address);
    if (cached !== undefined) return cached;
    try {
      const market = await withTimeout(
        this.marketReader.findMarket(address, knownBlock),
        CHAIN_TIMEOUT_MS,
        () => undefined,
      );
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
