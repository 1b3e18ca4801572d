import type { Sql } from '@app/persistence';
import type { Report } from './finding.js';

/** Maximum of reported executions; more of them usually have one cause. */
const MAX_REPORTED = 100;

/** Reports executions that are missing while events, steps or hashes of them remain. */
export async function checkOrphans(sql: Sql, report: Report): Promise<void> {
  const rows = await sql.query<{ executionId: string; remaining: string }>(ORPHANS, [MAX_REPORTED]);
  for (const { executionId, remaining } of rows) report('execution_missing', executionId, `its ${remaining} remain`);
}

const ORPHANS = `
  SELECT execution_id AS "executionId", string_agg(DISTINCT remaining, ', ' ORDER BY remaining) AS remaining FROM (
    SELECT execution_id, 'events' AS remaining FROM execution_events
    UNION ALL SELECT execution_id, 'steps' FROM execution_steps
    UNION ALL SELECT execution_id, 'hashes' FROM execution_transaction_hashes) AS rows
  WHERE NOT EXISTS (SELECT FROM executions WHERE executions.id = rows.execution_id)
  GROUP BY execution_id ORDER BY execution_id LIMIT $1`;
