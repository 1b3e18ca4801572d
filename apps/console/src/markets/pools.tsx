import type { JSX } from 'preact';
import type { Market, OnchainMarket } from '@presage/sdk';
import { money, percent } from '../format/decimal.js';
import { Bar, Facts } from '../ui/parts.js';
import { Hash } from '../ui/values.js';

/** Implied probability of YES as a bar and as text. */
export function PoolBar({ onchain }: { readonly onchain: OnchainMarket | null }): JSX.Element {
  const probability = onchain?.implied_probability_yes ?? null;
  if (probability === null) return <span class="muted">{onchain === null ? 'no contract' : 'no stakes'}</span>;
  return (
    <div class="pool">
      <Bar label={`YES ${percent(probability)}`} part={probability} whole="1" tone="yes" />
      <span>{percent(probability)}</span>
    </div>
  );
}

export function Pools({ market }: { readonly market: Market }): JSX.Element {
  const { onchain, collateral_asset } = market;
  if (onchain === null) return <p class="muted">This market is a record without a contract. It takes no stakes.</p>;
  return (
    <Facts
      rows={[
        ['Implied probability of YES', <PoolBar onchain={onchain} />],
        [`${market.outcome_yes_label} pool`, money(onchain.yes_pool, collateral_asset)],
        [`${market.outcome_no_label} pool`, money(onchain.no_pool, collateral_asset)],
        ['Contract', <Hash value={onchain.market_contract_address} />],
        ['Deployment transaction', <Hash value={onchain.deployment_transaction_hash} />],
        ['Name on the chain', onchain.market_id],
        ['As of block', onchain.as_of_block],
      ]}
    />
  );
}
