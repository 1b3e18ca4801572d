import type { Candle, Market, PortfolioPosition, Quote } from '@presage/sdk';

/** Rows of tables: the fields of the API, rounded and without nested values. */

export function percent(share: string | null): string {
  return share === null ? '-' : `${(Number(share) * 100).toFixed(1)} %`;
}

function multiple(value: string): string {
  return `${Number(value).toFixed(2)} x`;
}

/** Without seconds, in UTC. */
export function minute(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')}Z`;
}

/** The outcome of an action. Its probability is that after a bet. */
export function outcomeView(summary: object & { readonly probability_yes?: string | null }): object {
  const { probability_yes: probability } = summary;
  return probability === undefined ? summary : { ...summary, probability_yes: percent(probability) };
}

export function marketView(market: Market): object {
  const { title, description, winning_outcome, resolution_terms: terms, onchain } = market;
  const { id, status, category, closes_at, collateral_asset, resolution_source } = market;
  return {
    name: onchain?.market_id,
    question: title,
    ...(description === null ? {} : { description }),
    status,
    ...(winning_outcome === null ? {} : { result: winning_outcome }),
    closes: minute(closes_at),
    yes: percent(onchain?.implied_probability_yes ?? null),
    yes_pool: onchain === null ? null : `${onchain.yes_pool} ${collateral_asset}`,
    no_pool: onchain === null ? null : `${onchain.no_pool} ${collateral_asset}`,
    resolver: terms.resolver_is_creator === true ? `${terms.resolver} (the creator)` : terms.resolver,
    ...(resolution_source === null ? {} : { resolution_source }),
    ...(category === null ? {} : { category }),
    id,
    market_contract_address: onchain?.market_contract_address,
  };
}

export function quoteView(quote: Quote): object {
  const { outcome, amount, implied_probability_before: before, implied_probability_after: after } = quote;
  return {
    bet: `${amount} on ${outcome}`,
    probability: `${percent(before)}, ${percent(after)} after the bet`,
    payout_if_won: quote.payout_if_won,
    profit_if_won: quote.profit_if_won,
    payout_multiple: multiple(quote.payout_multiple),
    break_even: percent(quote.break_even_probability),
    ...Object.fromEntries(
      quote.later_bets.map(({ amount: later, on_same_outcome: same, on_other_outcome: other }) => [
        `after ${later} more`,
        `${multiple(same.payout_multiple)} if on ${outcome}, ${multiple(other.payout_multiple)} if on the other outcome`,
      ]),
    ),
  };
}

export function candleView({ start_at, open, high, low, close, volume, trades }: Candle): object {
  const [opened, highest, lowest, closed] = [open, high, low, close].map(percent);
  return { start: minute(start_at), open: opened, high: highest, low: lowest, close: closed, volume, trades };
}

export function positionView(position: PortfolioPosition): object {
  const { market_id: name, outcome, market_status: status, quantity, current_value: value, claim_action } = position;
  const { claimable, refundable, realized_pnl, unrealized_pnl, market_contract_address: address } = position;
  const isDecided = ['RESOLVED', 'CANCELLED'].includes(status);
  const isRefund = claim_action === 'claim_refund';
  return {
    market: name,
    outcome,
    status,
    stake: quantity,
    value,
    profit: isDecided && claim_action === null ? realized_pnl : unrealized_pnl,
    to_claim: isRefund ? refundable : claimable,
    next: claim_action === null ? null : `presage ${isRefund ? 'refund' : 'claim'} ${address}`,
  };
}
