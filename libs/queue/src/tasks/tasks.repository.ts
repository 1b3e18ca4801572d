import type { ErrorCode, Json } from '@app/common';
import { NOTIFICATION_CHANNEL, selectColumns, type SqlSession } from '@app/persistence';
import type { TaskKind } from './worker-task.js';
import { type WorkerTask, WorkerTaskEntity } from './worker-task.entity.js';

const COLUMNS = selectColumns(WorkerTaskEntity, {
  table: 'worker_tasks',
  omit: ['wakeAt', 'enqueuedAt', 'expiresAt', 'tokenDueAt', 'createdAt', 'updatedAt'],
});

/** Time during which other sweepers leave an enqueued task alone. */
const SWEEP_HOLD_MS = 2_000;
/** Time for which ended tasks are kept: longer than any request waits for one. */
const ENDED_RETENTION_MS = 60 * 60_000;
/** Time that a due task is left to its own wake-up before a sweeper enqueues it. */
const GRACE_MS = 150;

export interface NewTask extends Pick<WorkerTask, 'kind' | 'subjectId' | 'requestId' | 'traceParent'> {
  /** Time in ms after which the task is not tried any more. */
  lifeMs: number;
}

/** Task that answers a request, and whether the request added it. */
export interface JoinedTask {
  readonly id: string;
  readonly isNew: boolean;
}

/** Key of the notification of the task's end. */
export function taskKey(taskId: string): string {
  return `task:${taskId}`;
}

export class TasksRepository {
  constructor(private readonly sql: SqlSession) {}

  /** Inserts a task. A wallet has one provisioning and one balance read at a time: others join it. */
  async insert({ kind, subjectId, lifeMs, requestId, traceParent }: NewTask): Promise<JoinedTask> {
    const inserted = await this.sql.queryOne<{ id: string }>(
      `INSERT INTO worker_tasks (kind, subject_id, expires_at, request_id, trace_parent)
       VALUES ($1, $2, now() + $3 * interval '1 ms', $4, $5)
       ON CONFLICT DO NOTHING RETURNING id`,
      [kind, subjectId, lifeMs, requestId, traceParent],
    );
    if (inserted !== null) return { ...inserted, isNew: true };
    const [running] = await this.tasks.find({
      select: { id: true },
      where: { kind, subjectId },
      order: { createdAt: 'DESC' },
      take: 1,
    });
    if (running === undefined) throw new Error('a task was neither inserted nor found');
    return { ...running, isNew: false };
  }

  /**
   * Finds the result of a balance that was read within `maxAgeMs`, unless the wallet has spent or received since: by an
   * execution that ended later or has not ended, or by a faucet request.
   */
  findRecentBalance(walletId: string, maxAgeMs: number): Promise<{ result: unknown } | null> {
    return this.sql.queryOne<{ result: unknown }>(
      `SELECT t.result FROM worker_tasks AS t
       WHERE t.subject_id = $1 AND t.kind = 'read_balance' AND t.status = 'done'
         AND t.updated_at > now() - $2 * interval '1 ms'
         AND NOT EXISTS (SELECT FROM worker_tasks AS f
           WHERE f.subject_id = $1 AND f.kind = 'request_faucet' AND f.updated_at >= t.created_at)
         AND t.created_at > coalesce((SELECT coalesce(e.completed_at, 'infinity') FROM agent_wallets AS w
           CROSS JOIN LATERAL (SELECT completed_at FROM executions
             WHERE agent_id = w.agent_id ORDER BY created_at DESC, id DESC LIMIT 1) AS e
           WHERE w.id = $1::uuid), '-infinity')
       ORDER BY t.created_at DESC LIMIT 1`,
      [walletId, maxAgeMs],
    );
  }

  find(id: string): Promise<WorkerTask | null> {
    return this.tasks.findOneBy({ id });
  }

  /** Claims a due task of these kinds for the lease; null when it is not due. After the lease it is due again. */
  claim(id: string, { kinds, leaseMs }: { kinds: readonly TaskKind[]; leaseMs: number }): Promise<WorkerTask | null> {
    return this.sql.queryOne<WorkerTask>(
      `UPDATE worker_tasks SET status = 'running', attempts = attempts + 1, updated_at = now(),
         wake_at = now() + $2 * interval '1 ms'
       WHERE id = $1 AND kind = ANY ($3::text[]) AND status IN ('queued', 'running') AND wake_at <= now()
       RETURNING ${COLUMNS}`,
      [id, leaseMs, kinds],
    );
  }

  /** Marks a running task as sent, so that no worker claims it again; false when another status was first. */
  async markSent(id: string): Promise<boolean> {
    const { affected } = await this.tasks.update({ id, status: 'running' }, { status: 'sent', wakeAt: null });
    return affected === 1;
  }

  /** Ends a running or sent task and notifies the caller that waits for it. */
  async end(id: string, end: { status: 'done' | 'failed'; result: Json; errorCode: ErrorCode | null }): Promise<void> {
    await this.sql.query(
      `WITH ended AS (
         UPDATE worker_tasks SET status = $2, result = $3::jsonb, error_code = $4, wake_at = NULL, updated_at = now()
         WHERE id = $1 AND status IN ('running', 'sent') RETURNING id)
       SELECT pg_notify('${NOTIFICATION_CHANNEL}', $5) FROM ended`,
      [id, end.status, JSON.stringify(end.result), end.errorCode, taskKey(id)],
    );
  }

  /** Makes a running task due after the delay, for the next sweep; false when its time to live ends before. */
  async postpone(id: string, delayMs: number): Promise<boolean> {
    const row = await this.sql.queryOne(
      `UPDATE worker_tasks SET status = 'queued', wake_at = now() + $2 * interval '1 ms', rung_at = '-infinity',
         updated_at = now()
       WHERE id = $1 AND status = 'running' AND expires_at > now() + $2 * interval '1 ms' RETURNING 1`,
      [id, delayMs],
    );
    return row !== null;
  }

  /** Makes a running task due at its turn in the rate limit. Its claim does not count as an attempt. */
  async awaitTurn(id: string, delayMs: number): Promise<void> {
    await this.sql.query(
      `UPDATE worker_tasks SET status = 'queued', attempts = attempts - 1, wake_at = now() + $2 * interval '1 ms',
         rung_at = '-infinity', updated_at = now()
       WHERE id = $1 AND status = 'running'`,
      [id, delayMs],
    );
  }

  /** Deletes ended tasks that no request waits for any more, oldest first. @returns their number, at most `limit` */
  async deleteEnded(limit: number): Promise<number> {
    const rows = await this.sql.query(
      `DELETE FROM worker_tasks WHERE id IN (
         SELECT id FROM worker_tasks
         WHERE status IN ('sent', 'done', 'failed') AND updated_at < now() - $2 * interval '1 ms'
         ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING 1`,
      [limit, ENDED_RETENTION_MS],
    );
    return rows.length;
  }

  /** Claims due tasks for this sweeper. @returns their ids; null when no task is under way */
  async claimDue(limit: number): Promise<string[] | null> {
    const { ids, isIdle } = await this.sql.queryOneOrFail<{ ids: string[]; isIdle: boolean }>(
      `WITH due AS (
         SELECT id FROM worker_tasks
         WHERE wake_at <= now() - $2 * interval '1 ms' AND rung_at <= now() - $3 * interval '1 ms'
         ORDER BY wake_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       rung AS (
         UPDATE worker_tasks SET rung_at = now() FROM due WHERE worker_tasks.id = due.id RETURNING worker_tasks.id)
       SELECT ARRAY(SELECT id FROM rung) AS ids,
         NOT EXISTS (SELECT FROM worker_tasks WHERE wake_at IS NOT NULL) AS "isIdle"`,
      [limit, GRACE_MS, SWEEP_HOLD_MS],
    );
    return isIdle ? null : ids;
  }

  private get tasks() {
    return this.sql.repository(WorkerTaskEntity);
  }
}
