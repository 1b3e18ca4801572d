import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

/** Maximum of reported executions; more of them usually have one cause. */
const MAX_REPORTED = 100;
const PAGE_SIZE = 5_000;

/** Rows that a missing execution leaves behind, by table. */
const PARTS = {
  execution_transaction_hashes: 'hashes',
  execution_steps: 'steps',
} as const;

type Page = { last: string | null; orphans: string[] };
type LoggedPosition = { log: string; seq: number };
type LoggedPage = { last: LoggedPosition | null; orphans: string[] };

/** Reports executions that are missing while logged events, steps or hashes of them remain. Archived ones are not missing. */
export async function checkOrphans(sql: SqlSession, report: Report): Promise<void> {
  const remaining = new Map<string, string[]>();
  for (const [table, part] of Object.entries(PARTS)) {
    for (let after: string | null = ''; after !== null && remaining.size < MAX_REPORTED;) {
      const page: Page | null = await sql.queryOne<Page>(selectOrphans(table), [after, PAGE_SIZE]);
      for (const id of page?.orphans ?? []) remaining.set(id, [...(remaining.get(id) ?? []), part]);
      after = page?.last ?? null;
    }
  }
  for (let after: LoggedPosition | null = { log: '', seq: 0 }; after !== null && remaining.size < MAX_REPORTED;) {
    const page: LoggedPage = await sql.queryOneOrFail<LoggedPage>(LOGGED_SQL, [after.log, after.seq, PAGE_SIZE]);
    for (const id of page.orphans) remaining.set(id, [...(remaining.get(id) ?? []), 'events']);
    after = page.last;
  }
  const reported = [...remaining].slice(0, MAX_REPORTED);
  for (const [executionId, parts] of reported)
    report('execution_missing', executionId, `its ${parts.join(', ')} remain`);
}

function selectOrphans(table: string): string {
  return `
    WITH page AS MATERIALIZED (
      SELECT execution_id FROM ${table} WHERE execution_id > $1 ORDER BY execution_id LIMIT $2)
    SELECT (SELECT max(execution_id) FROM page) AS last, ARRAY(SELECT DISTINCT execution_id FROM page
      WHERE NOT EXISTS (SELECT FROM executions WHERE executions.id = page.execution_id)) AS orphans`;
}

const LOGGED_SQL = `
  WITH page AS MATERIALIZED (
    SELECT log, seq, type, subject_id FROM logged_events WHERE (log, seq) > ($1, $2::bigint) ORDER BY log, seq LIMIT $3)
  SELECT (SELECT json_build_object('log', log, 'seq', seq) FROM page ORDER BY log DESC, seq DESC LIMIT 1) AS last,
    ARRAY(SELECT subject_id FROM page WHERE type = 'execution.queued'
      AND NOT EXISTS (SELECT FROM executions WHERE executions.id = page.subject_id)
      AND NOT EXISTS (SELECT FROM archived_executions AS a WHERE a.execution_id = right(page.subject_id, 32)::uuid)) AS orphans`;
