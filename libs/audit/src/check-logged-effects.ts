import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

const EFFECTS_PER_PAGE = 5_000;
/** Block number below every block. */
const BEFORE_GENESIS = -1;
/** Maximum of reported effects; more of them usually have one cause. */
const MAX_REPORTED = 100;

type Effect = { log: string; block: string; index: number; name: string };

/**
 * Checks that the logs have every indexed event of the chain. Effects from before the first event that is kept are no
 * findings: they expired, or precede the logs.
 */
export async function checkLoggedEffects(sql: SqlSession, report: Report): Promise<void> {
  let reported = 0;
  for (let after = BEFORE_GENESIS; reported < MAX_REPORTED;) {
    const { last } = await sql.queryOneOrFail<{ last: number | null }>(LAST_BLOCK_SQL, [after, EFFECTS_PER_PAGE]);
    if (last === null) return;
    const missing = await sql.query<Effect>(EFFECTS_NOT_LOGGED_SQL, [after, last, MAX_REPORTED - reported]);
    for (const { log, block, index, name } of missing) {
      report('effect_not_logged', log, `${name} of block ${block}, index ${index}`);
    }
    reported += missing.length;
    after = last;
  }
}

const LAST_BLOCK_SQL = `
  SELECT max(block_number)::float8 AS last FROM (
    SELECT block_number FROM chain_events WHERE block_number > $1 ORDER BY block_number LIMIT $2) AS page`;

/**
 * Indexed events that the log of their market lacks, or the log of an agent whose wallet has not changed since: before, it
 * may have had another address. The hour covers a wallet whose commit was slow.
 */
const EFFECTS_NOT_LOGGED_SQL = `
  WITH fact AS MATERIALIZED (
    SELECT c.*, m.creator, m.resolver, 'market:' || m.record_id AS log
    FROM chain_events AS c JOIN chain_markets AS m ON m.market_contract_address = c.market_contract_address
      LEFT JOIN event_logs AS l ON l.log = 'market:' || m.record_id
    WHERE c.block_number > $1 AND c.block_number <= $2 AND c.block_number > coalesce(l.expired_block, -1)
      AND c.block_number >= (SELECT min(block_number) FROM logged_events WHERE log_index IS NOT NULL)
  ), due AS (
    SELECT log, block_number, log_index, block_hash, name FROM fact
    UNION ALL
    SELECT 'agent:' || w.agent_id, f.block_number, f.log_index, f.block_hash, f.name
    FROM fact AS f CROSS JOIN LATERAL (
        SELECT f.account AS address WHERE f.name NOT IN ('Closed', 'Resolved', 'Cancelled')
        UNION SELECT unnest(ARRAY[f.creator, f.resolver]) WHERE f.name IN ('Closed', 'Resolved', 'Cancelled')
        UNION SELECT s.account FROM chain_stakes AS s WHERE f.name IN ('Closed', 'Resolved', 'Cancelled')
          AND s.market_contract_address = f.market_contract_address) AS party
      JOIN agent_wallets AS w ON w.agent_wallet_address = party.address
      JOIN logged_events AS e ON e.log = f.log AND e.block_number = f.block_number AND e.log_index = f.log_index
        AND e.block_hash = f.block_hash AND e.at > w.updated_at + interval '1 hour'
      LEFT JOIN event_logs AS l ON l.log = 'agent:' || w.agent_id
    WHERE f.block_number > coalesce(l.expired_block, -1)
  )
  SELECT due.log, due.block_number AS block, due.log_index AS index, due.name FROM due
  WHERE NOT EXISTS (SELECT FROM logged_events AS e
    WHERE e.log = due.log AND e.block_number = due.block_number AND e.log_index = due.log_index
      AND e.block_hash = due.block_hash
      AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq))
  GROUP BY due.log, due.block_number, due.log_index, due.name
  ORDER BY due.log, due.block_number, due.log_index LIMIT $3`;
