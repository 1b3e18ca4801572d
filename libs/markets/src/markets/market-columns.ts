import { selectColumns } from '@app/persistence';
import { MarketEntity } from './market.entity.js';

/** Status by the database's clock: passed times count before a worker writes them of the status. */
export const EFFECTIVE_STATUS = `CASE
    WHEN status IN ('DRAFT', 'OPEN') AND closes_at <= now() THEN 'TRADING_CLOSED'
    WHEN status = 'DRAFT' AND opens_at <= now() THEN 'OPEN'
    ELSE status END`;

/** Whether a lower-case address holds a position in the market of `chain_markets AS c`. */
export function holdsPosition(account: string): string {
  return `EXISTS (SELECT FROM users AS u JOIN positions AS p ON p.user_id = u.id
      WHERE u.wallet_address = ${account} AND p.market_id = c.record_id)`;
}

/** State of the market's contract at the indexed block; null for a record without a contract. */
const ONCHAIN_SQL = `(SELECT jsonb_build_object('marketId', c.onchain_id,
    'marketContractAddress', c.market_contract_address, 'deploymentTransactionHash', c.transaction_hash,
    'creator', c.creator, 'resolver', c.resolver,
    'yesPool', trim_scale(c.yes_pool_base_units * i.base_unit)::text,
    'noPool', trim_scale(c.no_pool_base_units * i.base_unit)::text,
    'impliedProbabilityYes', trim_scale(div(c.yes_pool_base_units * 1e18,
      nullif(c.yes_pool_base_units + c.no_pool_base_units, 0)) * 1e-18)::text,
    'resolverHoldsPosition', ${holdsPosition('c.resolver')},
    'creatorHoldsPosition', ${holdsPosition('c.creator')},
    'closesAtMs', (extract(epoch FROM c.closes_at) * 1000)::bigint, 'asOfBlock', i.block_number,
    'lastStakeAtMs', (extract(epoch FROM c.last_stake_at) * 1000)::bigint)
  FROM chain_markets AS c CROSS JOIN chain_index AS i WHERE c.record_id = market.id)`;

/** Select list of a `Market` from `markets AS market`. */
export const MARKET_COLUMNS = `${selectColumns(MarketEntity, { table: 'market', omit: ['status', 'fromChain', 'hasContract', 'words'] })},
  ${EFFECTIVE_STATUS} AS status, ${ONCHAIN_SQL} AS onchain`;
