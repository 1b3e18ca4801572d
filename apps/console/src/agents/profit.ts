import { negated, sum } from '../format/decimal.js';

/** The part of an event that the profit depends on. */
export interface ProfitEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ProfitPoint {
  readonly seq: number;
  readonly at: string;
  /** Type of the event that changed the profit. */
  readonly type: string;
  /** Name of the market. */
  readonly market: string;
  readonly change: string;
  /** Sum of all changes until then. */
  readonly profit: string;
}

/** Types of the events that the profit depends on. */
export const PROFIT_EVENTS = [
  'position.changed',
  ...(['market.resolved', 'market.cancelled'] as const),
  ...(['payout.claimable', 'refund.claimable'] as const),
  'chain.reorganised',
] as const;

/**
 * Realised profit over time from the log of an agent, oldest first: a decision costs the stakes in the market, and a
 * payout or refund that becomes due after it is added to the same point. Events that a reorganisation undid do not count.
 */
export function profitOf(events: readonly ProfitEvent[]): ProfitPoint[] {
  const undone = new Set(events.map(({ data }) => data.undoes_seq));
  const stakes = new Map<string, string>();
  const points: ProfitPoint[] = [];
  for (const { seq, type, at, data } of events) {
    if (undone.has(seq) || type === 'chain.reorganised') continue;
    const market = textOf(data.core_market_id);
    const amount = textOf(data.amount);
    if (type === 'position.changed') {
      stakes.set(market, sum(stakes.get(market) ?? '0', amount));
      continue;
    }
    const isDue = type === 'payout.claimable' || type === 'refund.claimable';
    const change = isDue ? amount : negated(stakes.get(market) ?? '0');
    if (change === '0') continue;
    const last = points.at(-1);
    const point = { seq, at, type, market: textOf(data.market_id), profit: sum(last?.profit ?? '0', change) };
    if (isDue && last?.market === point.market) points.splice(-1, 1, { ...point, change: sum(last.change, change) });
    else points.push({ ...point, change });
  }
  return points;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
