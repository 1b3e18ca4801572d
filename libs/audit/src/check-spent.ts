import type { SqlSession } from '@app/persistence';
import { NO_LANE } from './check-effects.js';
import type { Report } from './finding.js';

/** Lanes of one statement, which reads the list of archived executions once. */
const PAGE_SIZE = 5_000;

type Page = { last: string | null; wrong: { agentId: string; spent: string; counted: string }[] | null };

/** Recomputes the stake of each agent's life, which its lane counts. Archived buys have theirs from the chain index. */
export async function checkSpent(sql: SqlSession, report: Report): Promise<void> {
  for (let after: string | null = NO_LANE; after !== null;) {
    const page: Page = await sql.queryOneOrFail<Page>(PAGE_SQL, [after, PAGE_SIZE]);
    for (const { agentId, spent, counted } of page.wrong ?? []) {
      report('spent_differs', agentId, `its lane counts a stake of ${spent}, its executed buys are ${counted}`);
    }
    after = page.last;
  }
}

/** An index that is being rebuilt lacks events of archived executions: their lanes are not compared. */
const PAGE_SQL = `
  WITH page AS MATERIALIZED (
    SELECT l.id, l.spent, w.agent_id, w.agent_wallet_address AS account
    FROM lanes AS l JOIN agent_wallets AS w ON w.id = l.id WHERE l.id > $1::uuid ORDER BY l.id LIMIT $2),
  sums AS (
    SELECT id, sum(stake) AS stake, bool_and(is_known) AS is_known FROM (
      SELECT page.id, n.amount AS stake, true AS is_known
      FROM page JOIN executions AS e ON e.lane_id = page.id JOIN agent_intents AS n ON n.id = e.intent_id
      WHERE e.action IN ('buy_yes', 'buy_no') AND e.status = 'executed'
      UNION ALL
      SELECT page.id, CASE event.name WHEN 'Bought' THEN event.amount_base_units * i.base_unit ELSE 0 END,
        event.ref IS NOT NULL
      FROM page JOIN archived_executions AS a ON a.lane_id = page.id CROSS JOIN chain_index AS i
        LEFT JOIN chain_events AS event ON event.ref = '0x' || encode(a.ref, 'hex') AND event.account = page.account
      WHERE a.transaction_hash IS NOT NULL AND NOT EXISTS (
        SELECT FROM executions AS e WHERE e.id = 'agent_execution_' || replace(a.execution_id::text, '-', ''))
    ) AS stakes GROUP BY id)
  SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
    (SELECT json_agg(json_build_object('agentId', agent_id, 'spent', trim_scale(spent)::text,
        'counted', trim_scale(coalesce(stake, 0))::text) ORDER BY id)
      FROM page LEFT JOIN sums USING (id)
      WHERE spent <> coalesce(stake, 0) AND is_known IS NOT FALSE) AS wrong`;
