import { type ErrorCode, isErrorCode, type Json } from '@app/common';
import { NOTIFICATION_CHANNEL, type Sql } from '@app/persistence';
import type { TaskKind, TaskStatus, WorkerTask } from './domain/worker-task.js';

type TaskRow = {
  id: string;
  kind: TaskKind;
  subject_id: string;
  status: TaskStatus;
  attempts: number;
  result: Json;
  error_code: string | null;
  request_id: string | null;
  trace_parent: string | null;
};

const COLUMNS = 'id, kind, subject_id, status, attempts, result, error_code, request_id, trace_parent';

export function taskKey(taskId: string): string {
  return `task:${taskId}`;
}

/** A new task, or the one that already provisions the wallet: of those there is one at a time. */
export async function insertTask(
  sql: Sql,
  task: { kind: TaskKind; subjectId: string; lifeMs: number; requestId: string; traceParent: string | null },
): Promise<string> {
  const inserted = await sql.queryOne<{ id: string }>(
    `INSERT INTO worker_tasks (kind, subject_id, expires_at, request_id, trace_parent)
     VALUES ($1, $2, now() + $3 * interval '1 ms', $4, $5)
     ON CONFLICT (subject_id) WHERE kind = 'provision_wallet' AND status IN ('queued', 'running') DO NOTHING
     RETURNING id`,
    [task.kind, task.subjectId, task.lifeMs, task.requestId, task.traceParent],
  );
  if (inserted !== null) return inserted.id;
  const running = await sql.queryOne<{ id: string }>(
    `SELECT id FROM worker_tasks WHERE kind = $1 AND subject_id = $2 ORDER BY created_at DESC LIMIT 1`,
    [task.kind, task.subjectId],
  );
  if (running === null) throw new Error('a task could not be written');
  return running.id;
}

export async function findTask(sql: Sql, id: string): Promise<WorkerTask | null> {
  const row = await sql.queryOne<TaskRow>(`SELECT ${COLUMNS} FROM worker_tasks WHERE id = $1`, [id]);
  return row === null ? null : toTask(row);
}

/** Takes a due task of these kinds for a while; should its worker die, it is due again after that. Null when it is not due. */
export async function claimTask(
  sql: Sql,
  { id, kinds, leaseMs }: { id: string; kinds: readonly TaskKind[]; leaseMs: number },
): Promise<WorkerTask | null> {
  const row = await sql.queryOne<TaskRow>(
    `UPDATE worker_tasks SET status = 'running', attempts = attempts + 1, updated_at = now(),
       wake_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND kind = ANY ($3::text[]) AND status IN ('queued', 'running') AND wake_at <= now()
     RETURNING ${COLUMNS}`,
    [id, leaseMs, kinds],
  );
  return row === null ? null : toTask(row);
}

/** From here on nobody takes the task again, whatever becomes of the call that follows. */
export async function markSent(sql: Sql, id: string): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE worker_tasks SET status = 'sent', wake_at = NULL, updated_at = now()
     WHERE id = $1 AND status = 'running' RETURNING 1`,
    [id],
  );
  return row !== null;
}

export async function endTask(
  sql: Sql,
  id: string,
  end: { status: 'done' | 'failed'; result: Json; errorCode: ErrorCode | null },
): Promise<void> {
  await sql.query(
    `WITH ended AS (
       UPDATE worker_tasks SET status = $2, result = $3::jsonb, error_code = $4, wake_at = NULL, updated_at = now()
       WHERE id = $1 AND status IN ('running', 'sent') RETURNING id)
     SELECT pg_notify('${NOTIFICATION_CHANNEL}', $5) FROM ended`,
    [id, end.status, JSON.stringify(end.result), end.errorCode, taskKey(id)],
  );
}

/** Due again after the delay, unless its time to live is over: then false, and it is to be ended. */
export async function postponeTask(sql: Sql, id: string, delayMs: number): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE worker_tasks SET status = 'queued', wake_at = now() + $2 * interval '1 ms', updated_at = now()
     WHERE id = $1 AND status = 'running' AND expires_at > now() + $2 * interval '1 ms' RETURNING 1`,
    [id, delayMs],
  );
  return row !== null;
}

const RUNG_FOR_MS = 2_000;
const GRACE_MS = 150;

/** Due tasks that no other sweeper is looking at. */
export async function claimDueTasks(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `WITH due AS (
       SELECT id FROM worker_tasks WHERE wake_at <= now() - $2 * interval '1 ms' AND rung_at <= now() - $3 * interval '1 ms'
       ORDER BY wake_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE worker_tasks SET rung_at = now() FROM due WHERE worker_tasks.id = due.id RETURNING worker_tasks.id`,
    [limit, GRACE_MS, RUNG_FOR_MS],
  );
  return rows.map(({ id }) => id);
}

function toTask(row: TaskRow): WorkerTask {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    status: row.status,
    attempts: row.attempts,
    result: row.result,
    errorCode: toErrorCode(row.error_code),
    requestId: row.request_id,
    traceParent: row.trace_parent,
  };
}

function toErrorCode(code: string | null): ErrorCode | null {
  return isErrorCode(code) ? code : null;
}
