import { encodeMarketCall } from '@app/contracts';
import type { Ledger } from '../chain/ledger.js';
import type { Tables } from '../memory/rows.js';
import type { World } from '../world/world.js';
import { RESOLVER } from './tables.js';

const EVERY_MS = 300;

/** What others do on the chain in the meantime: markets end under a buyer's feet, and wallets are emptied. */
export class MarketDisasters {
  private ended = 0;

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
    private readonly tables: Tables,
  ) {}

  layOut(untilMs: number): void {
    const { faults } = this.world;
    if (!faults.isOn('market_ended') && !faults.isOn('funds_gone')) return;
    for (let atMs = 0; atMs < untilMs; atMs += EVERY_MS) this.world.time.after(atMs, () => this.strike());
  }

  private strike(): void {
    const { faults } = this.world;
    if (faults.fires('market_ended')) this.endMarket();
    if (faults.fires('funds_gone')) this.emptyWallet();
  }

  private endMarket(): void {
    const open = [...this.ledger.state.markets].filter(
      ([, { status, resolver }]) => status === 'open' && resolver === RESOLVER,
    );
    const [to] = open[0] ?? [];
    if (to === undefined) return;
    this.ended += 1;
    const once = { ref: `0x${String(this.ended).padStart(64, '0')}`, deadlineSeconds: Number.MAX_SAFE_INTEGER };
    const { callData } = encodeMarketCall({ function: 'cancelMarket' }, once);
    this.ledger.broadcast({ from: RESOLVER, to, callData, heldUntilMs: 0 });
  }

  private emptyWallet(): void {
    const { state } = this.ledger;
    const { agentWalletAddress } = this.world.random.pick([...this.tables.wallets.values()]);
    const holdings = this.world.random.pick([state.nativeWei, state.tokens]);
    state.journal.set(holdings, agentWalletAddress ?? '', 0n);
  }
}
