import type { SqlSession } from '@app/persistence';

/** Sets the pools to their state after the last buy, with its time. Claims do not lower them. */
export async function projectPools(tx: SqlSession, marketAddresses: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE chain_markets AS m SET yes_pool_base_units = coalesce(last.yes_pool_base_units, 0),
       no_pool_base_units = coalesce(last.no_pool_base_units, 0), last_stake_at = last.block_time
     FROM unnest($1::text[]) AS affected (address) LEFT JOIN LATERAL (
       SELECT e.yes_pool_base_units, e.no_pool_base_units, e.block_time FROM chain_events AS e
       WHERE e.market_contract_address = affected.address AND e.price IS NOT NULL
       ORDER BY e.block_time DESC, e.block_number DESC, e.log_index DESC LIMIT 1) AS last ON true
     WHERE m.market_contract_address = affected.address`,
    [marketAddresses],
  );
}

/** Sets each market's phase, and the resolution of resolved markets. */
export async function projectPhases(tx: SqlSession, marketAddresses: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE chain_markets AS m SET phase_at = last.block_time, phase_transaction_hash = last.transaction_hash,
       phase = CASE last.name WHEN 'Closed' THEN 'closed' WHEN 'Resolved' THEN 'resolved'
         WHEN 'Cancelled' THEN 'cancelled' ELSE 'open' END,
       winning_outcome = CASE last.name WHEN 'Resolved' THEN last.outcome END
     FROM unnest($1::text[]) AS affected (address) LEFT JOIN LATERAL (
       SELECT e.name, e.outcome, e.block_time, e.transaction_hash FROM chain_events AS e
       WHERE e.market_contract_address = affected.address AND e.name IN ('Closed', 'Resolved', 'Cancelled')
       ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1) AS last ON true
     WHERE m.market_contract_address = affected.address`,
    [marketAddresses],
  );
  await tx.query(
    `INSERT INTO resolutions AS r (id, market_id, winning_outcome, status, resolver_type, evidence_reference,
       resolved_at, created_at, updated_at)
     SELECT chain_row_id('resolution', m.market_contract_address), m.record_id, m.winning_outcome, 'RESOLVED', 'manual',
       m.phase_transaction_hash, m.phase_at, m.phase_at, m.phase_at
     FROM chain_markets AS m WHERE m.market_contract_address = ANY ($1::text[]) AND m.phase = 'resolved'
     ON CONFLICT (market_id) DO UPDATE SET winning_outcome = EXCLUDED.winning_outcome,
       evidence_reference = EXCLUDED.evidence_reference, resolved_at = EXCLUDED.resolved_at,
       created_at = EXCLUDED.created_at, updated_at = EXCLUDED.updated_at`,
    [marketAddresses],
  );
}

/**
 * Sets status and times of core records. A cancelled market stays cancelled after the last refund; a resolved one becomes
 * settled with the last payout. Timestamps are block times.
 */
export async function projectRecords(tx: SqlSession, marketAddresses: readonly string[]): Promise<void> {
  await tx.query(
    `WITH ends AS (
       SELECT m.*, CASE WHEN m.phase IN ('resolved', 'cancelled')
           AND NOT EXISTS (SELECT FROM settlements AS s WHERE s.market_id = m.record_id AND s.status = 'PENDING')
         THEN (SELECT max(s.settled_at) FROM settlements AS s WHERE s.market_id = m.record_id) END AS settled_at
       FROM chain_markets AS m WHERE m.market_contract_address = ANY ($1::text[])
     )
     UPDATE markets AS r SET winning_outcome = e.winning_outcome, settled_at = e.settled_at,
       resolved_at = CASE e.phase WHEN 'resolved' THEN e.phase_at END,
       status = CASE e.phase WHEN 'resolved' THEN CASE WHEN e.settled_at IS NULL THEN 'RESOLVED' ELSE 'SETTLED' END
         WHEN 'cancelled' THEN 'CANCELLED' WHEN 'closed' THEN 'TRADING_CLOSED'
         ELSE CASE WHEN e.closes_at <= now() THEN 'TRADING_CLOSED' ELSE 'OPEN' END END,
       updated_at = GREATEST(e.record_updated_at, e.created_at, e.phase_at, e.settled_at,
         CASE WHEN e.phase = 'open' AND e.closes_at <= now() THEN e.closes_at END)
     FROM ends AS e WHERE r.id = e.record_id`,
    [marketAddresses],
  );
}
