import { encodeMarketCall, type MarketCall } from '@app/contracts';
import type { Ledger } from '../chain/ledger.js';
import type { Tables } from '../memory/rows.js';
import type { World } from '../world/world.js';
import { RESOLVER, OTHER_TRADER } from './initial-state.js';

const INTERVAL_MS = 300;
const KINDS = ['market_ended', 'funds_gone', 'odds_moved'] as const;

/** Actions of other accounts on the chain: they trade, cancel markets and empty wallets. */
export class MarketFaults {
  private acts = 0;

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
    private readonly tables: Tables,
  ) {}

  schedule(untilMs: number): void {
    const { faults } = this.world;
    if (!KINDS.some((kind) => faults.isOn(kind))) return;
    for (let atMs = 0; atMs < untilMs; atMs += INTERVAL_MS) this.world.time.after(atMs, () => this.strike());
  }

  private strike(): void {
    const { faults } = this.world;
    if (faults.fires('market_ended')) this.endMarket();
    if (faults.fires('funds_gone')) this.emptyWallet();
    if (faults.fires('odds_moved')) this.moveOdds();
  }

  private endMarket(): void {
    const [to] = this.openMarkets();
    if (to !== undefined) this.act(RESOLVER, to, { function: 'cancelMarket' });
  }

  private moveOdds(): void {
    const { random } = this.world;
    const markets = this.openMarkets();
    if (markets.length === 0) return;
    const amountBaseUnits = BigInt(random.between(20, 200)) * 1_000_000n;
    const market = random.pick(markets);
    const name = random.pick(['buyYes', 'buyNo'] as const);
    this.act(OTHER_TRADER, market, { function: name, amountBaseUnits, minPayoutBaseUnits: 0n });
  }

  private openMarkets(): string[] {
    return [...this.ledger.state.markets]
      .filter(([, { status, resolver }]) => status === 'open' && resolver === RESOLVER)
      .map(([address]) => address);
  }

  private act(from: string, to: string, call: MarketCall): void {
    this.acts += 1;
    const once = { ref: `0x${String(this.acts).padStart(64, '0')}`, deadlineSeconds: Number.MAX_SAFE_INTEGER };
    const { callData } = encodeMarketCall(call, once);
    this.ledger.broadcast({ from, to, callData, heldUntilMs: 0 });
  }

  private emptyWallet(): void {
    const { state } = this.ledger;
    const { agentWalletAddress } = this.world.random.pick([...this.tables.wallets.values()]);
    const holdings = this.world.random.pick([state.nativeWei, state.tokens]);
    state.undoLog.set(holdings, agentWalletAddress ?? '', 0n);
  }
}
