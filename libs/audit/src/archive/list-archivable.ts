import type { Sql } from '@app/persistence';

const PAGE_SIZE = 200;

type Page = { last: string | null; intentIds: string[] };

/**
 * Lists the intents whose executions have all ended before a time, in pages. Intents that may change stay: those that can be
 * executed, whose values are not read back yet, or whose market is neither resolved nor cancelled.
 */
export async function* listArchivable(sql: Sql, endedBefore: Date): AsyncGenerator<string[]> {
  for (let after: string | null = ''; after !== null;) {
    const page: Page = await sql.queryOneOrFail<Page>(ARCHIVABLE, [after, endedBefore, PAGE_SIZE]);
    if (page.intentIds.length > 0) yield page.intentIds;
    after = page.last;
  }
}

const ARCHIVABLE = `
  WITH page AS MATERIALIZED (SELECT id, intent_id FROM executions WHERE id > $1 ORDER BY id LIMIT $3)
  SELECT (SELECT max(id) FROM page) AS last, ARRAY(
    SELECT i.id FROM page JOIN agent_intents AS i ON i.id = page.intent_id AND i.current_execution_id = page.id
    WHERE i.status IN ('executed', 'failed', 'cancelled') AND NOT EXISTS (
      SELECT FROM executions AS e
        LEFT JOIN chain_markets AS m ON m.market_contract_address = e.market_contract_address
      WHERE e.intent_id = i.id AND (e.completed_at IS NULL OR e.completed_at >= $2 OR e.readback_due_at IS NOT NULL
        OR m.phase NOT IN ('resolved', 'cancelled')
        OR EXISTS (SELECT FROM execution_events AS v WHERE v.execution_id = e.id AND v.at >= $2)))
    ORDER BY i.id) AS "intentIds"`;
