import type { Sql } from '@app/persistence';
import type { Report } from './finding.js';

/** More of them than this are all of one cause. */
const SHOWN = 100;

/** What is kept about an execution that is not there any more. */
export async function checkOrphans(sql: Sql, report: Report): Promise<void> {
  const rows = await sql.query<{ execution_id: string; kept: string }>(ORPHANS, [SHOWN]);
  for (const { execution_id, kept } of rows) report('execution_missing', execution_id, `${kept} of it are left`);
}

const ORPHANS = `
  SELECT execution_id, string_agg(DISTINCT kept, ', ' ORDER BY kept) AS kept FROM (
    SELECT execution_id, 'events' AS kept FROM execution_events
    UNION ALL SELECT execution_id, 'steps' FROM execution_steps
    UNION ALL SELECT execution_id, 'hashes' FROM execution_transaction_hashes) AS rows
  WHERE NOT EXISTS (SELECT FROM executions WHERE executions.id = rows.execution_id)
  GROUP BY execution_id ORDER BY execution_id LIMIT $1`;
