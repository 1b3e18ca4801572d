import type { SqlSession } from '@app/persistence';

const PAGE_SIZE = 200;

/**
 * Condition on `agent_intents AS i` with the end of the month as `$2`: nothing about the intent may change any more. Of an
 * executed intent the market is decided, so that a repeat of its request can have no second effect. A market without a row
 * is not indexed, and may be open.
 */
export const IS_ARCHIVABLE = `i.status IN ('executed', 'failed', 'cancelled') AND i.executions_count > 0 AND NOT EXISTS (
  SELECT FROM executions AS e LEFT JOIN chain_markets AS m ON m.market_contract_address = e.market_contract_address
  WHERE e.intent_id = i.id AND (e.completed_at IS NULL OR e.completed_at >= $2 OR e.readback_due_at IS NOT NULL
    OR CASE WHEN e.status = 'executed'
      THEN (m.phase IN ('resolved', 'cancelled') AND m.phase_at < now() - interval '1 day') IS NOT TRUE
      ELSE m.phase NOT IN ('resolved', 'cancelled') END
    OR EXISTS (SELECT FROM execution_events AS v WHERE v.execution_id = e.id AND v.at >= $2)))`;

type Page = { last: string | null; intentIds: string[] };

/** Lists the intents with executions that have all ended before a time, in pages. */
export async function* listArchivable(sql: SqlSession, endedBefore: Date): AsyncGenerator<string[]> {
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await sql.queryOneOrFail<Page>(ARCHIVABLE_SQL, [after, endedBefore, PAGE_SIZE]);
    if (page.intentIds.length > 0) yield page.intentIds;
    after = page.last;
  }
}

const ARCHIVABLE_SQL = `
  WITH page AS MATERIALIZED (SELECT id, intent_id FROM executions WHERE id > $1 ORDER BY id LIMIT $3)
  SELECT (SELECT max(id) FROM page) AS last, ARRAY(
    SELECT i.id FROM page JOIN agent_intents AS i ON i.id = page.intent_id AND i.current_execution_id = page.id
    WHERE ${IS_ARCHIVABLE} ORDER BY i.id) AS "intentIds"`;
