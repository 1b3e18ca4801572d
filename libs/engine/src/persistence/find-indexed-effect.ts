import type { Effect, EffectQuery } from '@app/chain';
import type { SqlSession } from '@app/persistence';

export type EffectKey = Pick<EffectQuery, 'sender' | 'ref' | 'marketAddress'>;

/** Event of the sender with the ref, of the market, or of the factory for a creation. */
export async function findIndexedEffect(
  sql: SqlSession,
  { sender, ref, marketAddress }: EffectKey,
): Promise<Effect | null> {
  return sql.queryOne<Effect & Record<string, unknown>>(
    `SELECT transaction_hash AS "transactionHash", block_number::float8 AS "blockNumber", block_hash AS "blockHash"
     FROM chain_events WHERE ref = $1 AND account = $2
       AND CASE WHEN $3::text IS NULL THEN name = 'MarketCreated'
         ELSE name <> 'MarketCreated' AND market_contract_address = lower($3) END`,
    [ref, sender, marketAddress],
  );
}
