import type { SqlSession } from '@app/persistence';
import type { AffectedKeys } from '../domain/affected-keys.js';

/**
 * Positions and settlements of affected accounts. The quantity of a position is its stake. Its average entry price is the
 * stake-weighted mean of the implied probability of its outcome after each buy. A payout is
 * stake + floor(stake × losing pool / winning pool), as in the contract. A loss is realised at the resolution, a profit or
 * refund at the claim.
 */
const PROJECT_HOLDINGS_SQL = `
  WITH affected AS (
    SELECT address, account FROM unnest($1::text[], $2::text[]) AS given (address, account)
    UNION
    SELECT s.market_contract_address, s.account FROM chain_stakes AS s
    WHERE s.market_contract_address = ANY ($3::text[])
  ), stakes AS (
    SELECT t.address, t.account, s.outcome, s.stake_base_units AS stake,
      div(s.cost * 1e18, s.stake_base_units) * 1e-18 AS average_price, s.first_at, s.last_at
    FROM affected AS t JOIN chain_stakes AS s ON s.market_contract_address = t.address AND s.account = t.account
  ), dues AS (
    SELECT s.*, m.record_id, m.phase, m.phase_at,
      CASE WHEN m.phase = 'cancelled' THEN stake
        WHEN m.phase <> 'resolved' THEN NULL
        WHEN s.outcome <> m.winning_outcome THEN 0
        WHEN s.outcome = 'YES' THEN stake + div(stake * m.no_pool_base_units, m.yes_pool_base_units)
        ELSE stake + div(stake * m.yes_pool_base_units, m.no_pool_base_units) END AS due
    FROM stakes AS s JOIN chain_markets AS m ON m.market_contract_address = s.address
  ), valued AS MATERIALIZED (
    SELECT d.*, u.id AS user_id, c.transaction_hash AS claim_hash, c.block_time AS claimed_at,
      CASE WHEN d.due > 0 THEN c.block_time ELSE d.phase_at END AS realized_at, i.base_unit
    FROM dues AS d JOIN users AS u ON u.wallet_address = d.account CROSS JOIN chain_index AS i
    LEFT JOIN chain_events AS c ON c.market_contract_address = d.address AND c.account = d.account
      AND c.name IN ('PayoutClaimed', 'RefundClaimed')
  ), settled AS (
    INSERT INTO settlements AS s (id, market_id, user_id, resolution_id, outcome, amount, status, tx_hash, settled_at,
      created_at, updated_at)
    SELECT chain_row_id('settlement', address, account, outcome), record_id, user_id,
      CASE phase WHEN 'resolved' THEN chain_row_id('resolution', address) END, outcome, due * base_unit,
      CASE WHEN claimed_at IS NULL THEN 'PENDING' ELSE 'SETTLED' END, claim_hash, claimed_at, phase_at,
      coalesce(claimed_at, phase_at)
    FROM valued WHERE due > 0
    ON CONFLICT (market_id, user_id, outcome) DO UPDATE SET resolution_id = EXCLUDED.resolution_id,
      amount = EXCLUDED.amount, status = EXCLUDED.status, tx_hash = EXCLUDED.tx_hash,
      settled_at = EXCLUDED.settled_at, created_at = EXCLUDED.created_at, updated_at = EXCLUDED.updated_at
  )
  INSERT INTO positions AS p (id, market_id, user_id, outcome, quantity, average_entry_price, realized_pnl, created_at,
    updated_at)
  SELECT chain_row_id('position', address, account, outcome), record_id, user_id, outcome, stake * base_unit,
    average_price, CASE WHEN due IS NULL OR realized_at IS NULL THEN 0 ELSE due - stake END * base_unit, first_at,
    GREATEST(last_at, CASE WHEN due IS NOT NULL THEN realized_at END)
  FROM valued
  ON CONFLICT (market_id, user_id, outcome) DO UPDATE SET quantity = EXCLUDED.quantity,
    average_entry_price = EXCLUDED.average_entry_price, realized_pnl = EXCLUDED.realized_pnl,
    created_at = EXCLUDED.created_at, updated_at = EXCLUDED.updated_at`;

export async function projectHoldings(tx: SqlSession, { holdings, phases }: AffectedKeys): Promise<void> {
  if (holdings.length === 0 && phases.length === 0) return;
  await tx.query(PROJECT_HOLDINGS_SQL, [
    holdings.map(({ marketAddress }) => marketAddress),
    holdings.map(({ account }) => account),
    phases,
  ]);
}
