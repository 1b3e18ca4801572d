import { randomUUID } from 'node:crypto';
import type { MarketOutcome, MarketPhase } from '@app/chain';
import type { SqlSession } from '@app/persistence';

export interface HoldingFields {
  phase?: MarketPhase;
  winningOutcome?: MarketOutcome;
  /** Display units. */
  yes?: string;
  no?: string;
  /** Payout of the YES side, display units. */
  payout?: string;
  /** Claim of the payout. */
  claimTransactionHash?: string;
}

export const INDEXED_BLOCK = 7;
const HASH = `0x${'ab'.repeat(32)}`;

/** Sets the indexed block to `INDEXED_BLOCK`, mined now. */
export async function recordIndexedBlock(sql: SqlSession): Promise<void> {
  await sql.query(
    'UPDATE chain_index SET block_number = $1, block_hash = $2, block_time = now(), base_unit = 0.000001',
    [INDEXED_BLOCK, HASH],
  );
}

/** Inserts a wallet's holding in a new market as the indexer would. */
export async function recordHolding(
  sql: SqlSession,
  { walletAddress, marketAddress }: { walletAddress: string; marketAddress: string },
  fields: HoldingFields = {},
): Promise<void> {
  const wallet = walletAddress.toLowerCase();
  const market = marketAddress.toLowerCase();
  const recordId = randomUUID();
  const { phase = 'open', winningOutcome = null, yes = '10', no = '0' } = fields;
  await sql.query(
    `WITH owner AS (
       INSERT INTO users (kind, wallet_address) SELECT 'address', $1
       WHERE NOT EXISTS (SELECT FROM users WHERE wallet_address = $1) RETURNING id
     ), holder AS (SELECT id FROM owner UNION ALL SELECT id FROM users WHERE wallet_address = $1
     ), record AS (
       INSERT INTO markets (id, creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset,
         chain, closes_at, from_chain)
       SELECT $2, id, 'Will it rain?', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + interval '1 h', true
       FROM holder
     ), held AS (
       INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price)
       SELECT holder.id, $2, outcome, quantity, 0.5
       FROM holder, (VALUES ('YES', $3::numeric), ('NO', $4::numeric)) AS side (outcome, quantity) WHERE quantity > 0
     )
     INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
       block_number, created_at, transaction_hash, phase, winning_outcome, yes_pool_base_units, no_pool_base_units)
     SELECT $5, $2, false, 'rain-in-lisbon', $1, $1, now() + interval '1 h', 1, now(), $6, $7, $8, 10000000, 30000000`,
    [wallet, recordId, yes, no, market, HASH, phase, winningOutcome],
  );
  if (fields.payout === undefined) return;
  await sql.query(
    `INSERT INTO settlements (market_id, user_id, outcome, amount, status, tx_hash, settled_at)
     SELECT $1, id, 'YES', $3, CASE WHEN $4::text IS NULL THEN 'PENDING' ELSE 'SETTLED' END, $4,
       CASE WHEN $4 IS NOT NULL THEN now() END
     FROM users WHERE wallet_address = $2`,
    [recordId, wallet, fields.payout, fields.claimTransactionHash ?? null],
  );
}
