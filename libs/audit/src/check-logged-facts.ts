import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

/** Maximum events per page; a page has at least one agent. */
const EVENTS_PER_PAGE = 50_000;
const AGENTS_PER_PAGE = 100;
const EFFECTS_PER_PAGE = 5_000;
/** Block number below every block. */
const BEFORE_GENESIS = -1;
/** Maximum of reported facts of a kind; more of them usually have one cause. */
const MAX_REPORTED = 100;

type Move = { log: string; executionId: string; type: string };
type Effect = { log: string; block: string; index: number; name: string };

/**
 * Checks that the logs have every move of an execution and every indexed event of the chain. Facts from before the first
 * event that is kept are no findings: they expired, or precede the logs.
 */
export async function checkLoggedFacts(sql: SqlSession, report: Report): Promise<void> {
  await checkMoves(sql, report);
  await checkIndexed(sql, report);
}

async function checkMoves(sql: SqlSession, report: Report): Promise<void> {
  let reported = 0;
  for (let after = ''; reported < MAX_REPORTED;) {
    const agents = await sql.query<{ agentId: string }>(AGENTS_SQL, [after, AGENTS_PER_PAGE, EVENTS_PER_PAGE]);
    const last = agents.at(-1);
    if (last === undefined) return;
    after = last.agentId;
    const missing = await sql.query<Move>(MOVES_NOT_LOGGED_SQL, [
      agents.map(({ agentId }) => agentId),
      MAX_REPORTED - reported,
    ]);
    for (const { log, executionId, type } of missing) report('move_not_logged', log, `${type} of ${executionId}`);
    reported += missing.length;
  }
}

async function checkIndexed(sql: SqlSession, report: Report): Promise<void> {
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

const AGENTS_SQL = `
  SELECT agent_id AS "agentId" FROM (
    SELECT page.agent_id, row_number() OVER agents AS place,
      sum(coalesce(l.head_seq - l.oldest_seq + 1, 0)) OVER agents AS events
    FROM (SELECT agent_id FROM executions WHERE agent_id > $1 GROUP BY agent_id ORDER BY agent_id LIMIT $2) AS page
      LEFT JOIN event_logs AS l ON l.log = 'agent:' || page.agent_id
    WINDOW agents AS (ORDER BY page.agent_id)) AS counted
  WHERE events <= $3 OR place = 1 ORDER BY agent_id`;

/**
 * Types of events by execution of which the log has fewer than the history has moves. The status is cut from the text,
 * because an altered history may not be JSON.
 */
const MOVES_NOT_LOGGED_SQL = `
  WITH log AS MATERIALIZED (
    SELECT given.agent_id, 'agent:' || given.agent_id AS log, CASE WHEN l.oldest_seq > 1
      THEN (SELECT e.at FROM logged_events AS e WHERE e.log = l.log AND e.seq = l.oldest_seq)
      ELSE (SELECT min(at) FROM logged_events) END AS since
    FROM unnest($1::text[]) AS given (agent_id) LEFT JOIN event_logs AS l ON l.log = 'agent:' || given.agent_id
  ), history AS (
    SELECT log.log, log.since, v.execution_id, v.at, moved.status,
      lag(moved.status) OVER (PARTITION BY v.execution_id ORDER BY v.seq) AS previous
    FROM log JOIN executions AS e ON e.agent_id = log.agent_id JOIN execution_events AS v ON v.execution_id = e.id
      CROSS JOIN LATERAL substring(v.data FROM '"status":"([a-z]+)"') AS moved (status)
    WHERE moved.status IS NOT NULL
  ), due AS (
    SELECT log, execution_id, type, count(*) FROM (
      SELECT *, CASE WHEN previous = 'executed' THEN 'chain.reorganised'
        WHEN status IN ('broadcast', 'unknown', 'executed', 'failed', 'cancelled') OR previous IS NULL
        THEN 'execution.' || status END AS type
      FROM history WHERE status IS DISTINCT FROM previous AND at > since) AS moves
    WHERE type IS NOT NULL GROUP BY log, execution_id, type
  ), logged AS (
    SELECT e.log, e.subject_id, e.type, count(*) FROM logged_events AS e JOIN log USING (log)
    WHERE e.subject_kind = 'execution' AND (e.type LIKE 'execution.%' OR e.type = 'chain.reorganised')
    GROUP BY e.log, e.subject_id, e.type
  )
  SELECT due.log, due.execution_id AS "executionId", due.type
  FROM due LEFT JOIN logged ON logged.log = due.log AND logged.subject_id = due.execution_id AND logged.type = due.type
  WHERE due.count > coalesce(logged.count, 0) ORDER BY due.log, due.execution_id, due.type LIMIT $2`;

const LAST_BLOCK_SQL = `
  SELECT max(block_number)::float8 AS last FROM (
    SELECT block_number FROM chain_events WHERE block_number > $1 ORDER BY block_number LIMIT $2) AS page`;

/**
 * Indexed events that the log of their market lacks, or the log of an agent whose wallet has not changed since: before, it
 * may have had another address. The minute covers wallets and effects that commit at the same time.
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
        AND e.block_hash = f.block_hash AND e.at > w.updated_at + interval '1 minute'
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
