import { type Page, PAGE_LIMIT_MAX, type PageRequest, toPage } from '@app/common';
import type { Sql } from '@app/persistence';
import type { ExecutionRecord } from './execution.js';
import { EXECUTION_COLUMNS, type ExecutionRow, toExecutionRecord } from './execution-row.js';

export async function findExecution(sql: Sql, id: string): Promise<ExecutionRecord | null> {
  const row = await sql.queryOne<ExecutionRow>(`SELECT ${EXECUTION_COLUMNS} FROM executions WHERE id = $1`, [id]);
  return row === null ? null : toExecutionRecord(row);
}

/** An intent's attempts, newest first. They are few, so the key on (intent_id, attempt) finds and a sort orders them. */
export async function listExecutionsOfIntent(
  sql: Sql,
  intentId: string,
  { limit, after }: PageRequest,
): Promise<Page<ExecutionRecord>> {
  const rows = await sql.query<ExecutionRow>(
    `SELECT ${EXECUTION_COLUMNS} FROM executions
     WHERE intent_id = $1 AND (created_at, id) < ($2::timestamptz, $3)
     ORDER BY created_at DESC, id DESC LIMIT ${PAGE_LIMIT_MAX + 1}`,
    [intentId, after?.at ?? 'infinity', after?.id ?? ''],
  );
  return toPage(rows.map(toExecutionRecord), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
}
