import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { errorFields, Logger } from '@app/observability';
import { AGENTS_SETTINGS, type AgentsSettings } from '../agents.settings.js';
import { type MarketIdentity, MarketReader } from '../portfolio/market-reader.js';
import type { AgentWallet } from '../wallets/agent-wallet.js';
import type { IntentRequest } from './intent.js';
import { warningsOf } from './intent-rules.js';

const KNOWN_MARKETS_MAX = 10_000;
const CHAIN_WAIT_MS = 2_000;

/** Warns at preview of what execution will refuse. A preview works without the chain, and then warns of less. */
@Injectable()
export class IntentWarningsService {
  /** A market of our factory stays one, with the same creator and resolver, so each is asked for once. */
  private readonly knownMarkets = new Map<string, MarketIdentity>();

  constructor(
    private readonly marketReader: MarketReader,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(AGENTS_SETTINGS) private readonly settings: AgentsSettings,
  ) {}

  async warn(request: IntentRequest, wallet: AgentWallet | null): Promise<string[]> {
    return warningsOf(request, {
      nowMs: this.clock.nowMs(),
      collateralAddress: this.settings.COLLATERAL_ADDRESS.toLowerCase(),
      agentWalletAddress: wallet?.agentWalletAddress ?? null,
      market: request.marketContractAddress === null ? undefined : await this.findMarket(request.marketContractAddress),
    });
  }

  /** Null: there is no such market. Undefined: the chain did not say. */
  private async findMarket(address: string): Promise<MarketIdentity | null | undefined> {
    const known = this.knownMarkets.get(address);
    if (known !== undefined) return known;
    try {
      const market = await within(CHAIN_WAIT_MS, this.marketReader.findMarket(address));
      if (market) this.remember(address, market);
      return market;
    } catch (error) {
      this.log.warn({ event: 'intent.market_unread', ...errorFields(error) });
      return undefined;
    }
  }

  private remember(address: string, market: MarketIdentity): void {
    const oldest = this.knownMarkets.keys().next();
    if (this.knownMarkets.size >= KNOWN_MARKETS_MAX && oldest.done !== true) this.knownMarkets.delete(oldest.value);
    this.knownMarkets.set(address, market);
  }
}

/** Undefined when the work takes longer; what it comes to then is of no interest. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
