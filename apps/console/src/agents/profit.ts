import type { PortfolioPosition } from '@presage/sdk';
import { negated, sum } from '../format/decimal.js';

/** The part of an event that the profit depends on. */
export interface ProfitEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The part of a portfolio that the profit depends on. */
interface ProfitPortfolio {
  readonly positions: readonly Pick<PortfolioPosition, 'core_market_id' | 'cost'>[];
  readonly is_truncated: boolean;
}

export interface ProfitPoint {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly market: string;
  readonly change: string;
  /** Sum of all changes until then. */
  readonly profit: string;
}

export interface Profit {
  /** Oldest first. */
  readonly points: readonly ProfitPoint[];
  /** Names of decided markets whose stakes are not known. */
  readonly leftOut: readonly string[];
}

/** Types of the events that the profit depends on. */
export const PROFIT_EVENTS = [
  ...(['market.resolved', 'market.cancelled'] as const),
  ...(['payout.claimable', 'refund.claimable'] as const),
  'chain.reorganised',
] as const;

/**
 * Profit in decided markets over time, from the log of an agent. A decision costs the stakes in the market, and a
 * payout or refund that becomes due with it is added to the same point. Events that a reorganisation undid do not count.
 * @param events of the log in order, from any position
 * @param portfolio after them: a decided market takes no more stakes
 */
export function computeProfit(events: readonly ProfitEvent[], { positions, is_truncated }: ProfitPortfolio): Profit {
  const undone = new Set(events.map(({ data }) => data.undoes_seq));
  const stakes = new Map<string, string>();
  for (const { core_market_id, cost } of positions) {
    stakes.set(core_market_id, sum(stakes.get(core_market_id) ?? '0', cost));
  }
  const decisions = new Map<string, Omit<ProfitPoint, 'profit'>>();
  const leftOut = new Set<string>();
  for (const { seq, type, at, data } of events) {
    if (undone.has(seq) || type === 'chain.reorganised') continue;
    const id = toText(data.core_market_id);
    const market = toText(data.market_id);
    const known = decisions.get(id);
    if (type === 'payout.claimable' || type === 'refund.claimable') {
      // Without the decision, which is the event before it, the point belongs to older events.
      if (known !== undefined)
        decisions.set(id, { ...known, seq, at, type, change: sum(known.change, toText(data.amount)) });
      continue;
    }
    const stake = stakes.get(id);
    if (stake !== undefined) decisions.set(id, { seq, at, type, market, change: negated(stake) });
    else if (is_truncated) leftOut.add(market);
  }
  let profit = '0';
  const points = [...decisions.values()].map((point) => ({ ...point, profit: (profit = sum(profit, point.change)) }));
  return { points, leftOut: [...leftOut] };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
