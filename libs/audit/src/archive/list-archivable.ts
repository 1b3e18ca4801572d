import type { SqlSession } from '@app/persistence';

const PAGE_SIZE = 200;

/**
 * Condition on `agent_intents AS i` with the end of the month as `$2`: nothing about the intent may change any more. Of an
 * executed intent the market is decided, so that a repeat of its request can have no second effect. A market without a row
 * is not indexed, and may be open. An intent with evidence stays: the resolution of its market shows it.
 */
export const IS_ARCHIVABLE = `i.status IN ('executed', 'failed', 'cancelled') AND i.executions_count > 0
  AND i.evidence IS NULL AND NOT EXISTS (
  SELECT FROM executions AS e LEFT JOIN chain_markets AS m ON m.market_contract_address = e.market_contract_address
  WHERE e.intent_id = i.id AND (e.completed_at IS NULL OR e.completed_at >= $2 OR e.readback_due_at IS NOT NULL
    OR CASE WHEN e.status = 'executed'
      THEN (m.phase IN ('resolved', 'cancelled') AND m.phase_at < now() - interval '1 day') IS NOT TRUE
      ELSE m.phase NOT IN ('resolved', 'cancelled') END))`;

type Page = { agentId: string | null; createdAt: Date | null; id: string | null; intentIds: string[] };

/** Lists the intents with executions that have all ended before a time, in pages by agent and time. */
export async function* listArchivable(sql: SqlSession, endedBefore: Date): AsyncGenerator<string[]> {
  for (let after: Omit<Page, 'intentIds'> = { agentId: '', createdAt: new Date(0), id: '' }; after.id !== null;) {
    const position = [after.agentId, after.createdAt, after.id];
    const page: Page = await sql.queryOneOrFail<Page>(ARCHIVABLE_SQL, [PAGE_SIZE, endedBefore, ...position]);
    if (page.intentIds.length > 0) yield page.intentIds;
    after = page;
  }
}

const ARCHIVABLE_SQL = `
  WITH page AS MATERIALIZED (
    SELECT agent_id, created_at, id, intent_id FROM executions
    WHERE (agent_id, created_at, id) > ($3, $4::timestamptz, $5) ORDER BY agent_id, created_at, id LIMIT $1)
  SELECT last.agent_id AS "agentId", last.created_at AS "createdAt", last.id, ARRAY(
    SELECT i.id FROM page JOIN agent_intents AS i ON i.id = page.intent_id AND i.current_execution_id = page.id
    WHERE ${IS_ARCHIVABLE} ORDER BY i.id) AS "intentIds"
  FROM (SELECT) AS one LEFT JOIN (
    SELECT * FROM page ORDER BY agent_id DESC, created_at DESC, id DESC LIMIT 1) AS last ON true`;
