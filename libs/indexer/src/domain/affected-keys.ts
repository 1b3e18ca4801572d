import type { IndexedEvent } from './indexed-event.js';

/** Keys of the rows that added or removed events can change. */
export interface AffectedKeys {
  /** Markets whose pools changed. */
  pools: readonly string[];
  /** Markets that were closed, resolved or cancelled, which affects all of their holders. */
  phases: readonly string[];
  /** Markets and minutes with buys, including rolled back ones. */
  trades: readonly TradedMinute[];
  /** Markets and accounts in them whose stakes or claims changed. */
  holdings: readonly Holding[];
  /** Markets whose core records changed. */
  records: readonly string[];
}

export interface Holding {
  marketAddress: string;
  account: string;
}

export interface TradedMinute {
  marketAddress: string;
  /** Start of the minute. */
  start: Date;
}

type AffectingEvent = Pick<IndexedEvent, 'marketAddress' | 'name' | 'account' | 'blockTime'>;

const MINUTE_MS = 60_000;

export function collectAffectedKeys(events: Iterable<AffectingEvent>): AffectedKeys {
  const pools = new Set<string>();
  const phases = new Set<string>();
  const records = new Set<string>();
  const holdings = new Map<string, Holding>();
  const trades = new Map<string, TradedMinute>();
  for (const { marketAddress, name, account, blockTime } of events) {
    switch (name) {
      case 'Bought': {
        pools.add(marketAddress);
        const startMs = Math.floor(blockTime.getTime() / MINUTE_MS) * MINUTE_MS;
        trades.set(`${marketAddress} ${startMs}`, { marketAddress, start: new Date(startMs) });
        holdings.set(`${marketAddress} ${account}`, { marketAddress, account });
        break;
      }
      case 'PayoutClaimed':
      case 'RefundClaimed':
        records.add(marketAddress);
        holdings.set(`${marketAddress} ${account}`, { marketAddress, account });
        break;
      case 'MarketCreated':
        records.add(marketAddress);
        break;
      case 'Closed':
      case 'Resolved':
      case 'Cancelled':
        phases.add(marketAddress);
        records.add(marketAddress);
        break;
    }
  }
  return {
    pools: [...pools],
    phases: [...phases],
    trades: [...trades.values()],
    holdings: [...holdings.values()],
    records: [...records],
  };
}
