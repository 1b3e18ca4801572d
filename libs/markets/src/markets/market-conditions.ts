import { isUuid } from '@app/common';
import type { SqlParameter } from '@app/persistence';
import type { MarketStatus } from './market.js';
import { holdsPosition } from './market-columns.js';
import type { MarketsFilter } from './markets-query.js';

/**
 * Conditions on `markets AS m` for each effective status. Each condition is one index scan from the stored status; one
 * condition with OR would scan all rows.
 */
export const STATUS_CONDITIONS: Readonly<Record<MarketStatus, readonly string[]>> = {
  DRAFT: [`m.status = 'DRAFT' AND m.opens_at > now()`],
  OPEN: openConditions('m.closes_at > now()'),
  TRADING_CLOSED: [
    `m.status = 'TRADING_CLOSED'`,
    `m.status = 'OPEN' AND m.closes_at <= now()`,
    `m.status = 'DRAFT' AND m.closes_at <= now()`,
  ],
  RESOLVED: [`m.status = 'RESOLVED'`],
  SETTLED: [`m.status = 'SETTLED'`],
  CANCELLED: [`m.status = 'CANCELLED'`],
};

/** Conditions of open markets. @param isLive condition on the close time */
export function openConditions(isLive: string): readonly string[] {
  return [`m.status = 'OPEN' AND ${isLive}`, `m.status = 'DRAFT' AND m.opens_at <= now() AND ${isLive}`];
}

/** Condition that has indexes of its own. @param isLive condition on the close time */
export function tradableCondition(isLive: string): string {
  return `m.status = 'OPEN' AND m.has_contract AND ${isLive}`;
}

/**
 * The close time lies ahead, as nearly always beside the status OPEN. PostgreSQL would count the condition twice, and take the
 * open markets for a tenth of what they are; of this form it has no statistics.
 */
export function isAhead(closesAt: string): string {
  return `(${closesAt} + interval '0' <= now()) IS NOT TRUE`;
}

type Bind = (value: SqlParameter) => string;

/** Conditions on `markets AS m`, except for the status and the words. */
export function recordConditions(query: MarketsFilter, bind: Bind): string[] {
  const { category, tags = [], creator, closesBefore, closesAfter } = query;
  return [
    ...(category === undefined ? [] : [`m.category = ${bind(category)}`]),
    ...(tags.length === 0 ? [] : [`m.tags @> ${bind(tags)}::text[]`]),
    ...(creator === undefined
      ? []
      : [`m.creator_user_id = ${isUuid(creator) ? bind(creator) : userOf(bind(creator))}`]),
    ...(closesBefore === undefined ? [] : [`m.closes_at < ${bind(closesBefore)}`]),
    ...(closesAfter === undefined ? [] : [`m.closes_at >= ${bind(closesAfter)}`]),
    // A scalar, so that it is a filter on the rows of an index of tradable markets, and no join.
    ...(query.tradable === true
      ? [`(SELECT c.phase = 'open' AND c.closes_at > now() FROM chain_markets AS c WHERE c.record_id = m.id)`]
      : []),
    ...(query.withoutConflict === true
      ? [
          `NOT EXISTS (SELECT FROM chain_markets AS c WHERE c.record_id = m.id
             AND (${holdsPosition('c.resolver')} OR ${holdsPosition('c.creator')}))`,
        ]
      : []),
  ];
}

/** Conditions on the contract, `chain_markets AS c`. Each has its own index. */
export function contractConditions(query: MarketsFilter, bind: Bind): string[] {
  const { onchainId, marketContractAddress, resolver, minPool } = query;
  return [
    ...(onchainId === undefined ? [] : [`c.onchain_id = ${bind(onchainId)}`]),
    ...(marketContractAddress === undefined ? [] : [`c.market_contract_address = ${bind(marketContractAddress)}`]),
    ...(resolver === undefined ? [] : [`c.resolver = ${bind(resolver)}`]),
    ...(minPool === undefined
      ? []
      : [`c.last_stake_at IS NOT NULL AND c.pool_base_units >= ${bind(minPool)}::numeric`]),
  ];
}

function userOf(address: string): string {
  return `(SELECT id FROM users WHERE wallet_address = ${address})`;
}
