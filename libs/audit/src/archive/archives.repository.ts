import { randomUUID } from 'node:crypto';
import { columnsOf, type Database, type Sql } from '@app/persistence';
import { BEFORE_ALL_IDS, hashArchivedList } from './archived-list.js';
import { ArchiveEntity } from './entities/archive.entity.js';
import { ArchiveRefusedError } from './refuse-unless-due.js';

const DELETED_PER_TRANSACTION = 200;
/** Statements over a whole month run longer than those of a request may. */
const NO_TIMEOUT = `SELECT set_config('statement_timeout', '0', true)`;

export type StartedArchive = Pick<ArchiveEntity, 'id' | 'endedBefore' | 'status' | 'runId'>;

export interface ArchivedFile {
  readonly fileName: string;
  readonly fileSha256: string;
  readonly executions: number;
  readonly events: number;
}

/** An archive whose file is written. */
export type WrittenArchive = Omit<ArchiveEntity, 'runId'>;

/** Rows of archives. A month is `2026-08`. */
export class ArchivesRepository {
  constructor(private readonly database: Database) {}

  /** Newest month first. */
  list(sql: Sql = this.database): Promise<WrittenArchive[]> {
    return sql.query<WrittenArchive>(`${SELECT} ORDER BY archives.month DESC`);
  }

  /** Begins an archive, or takes over one that another run has begun. What that run has listed is listed anew. */
  async start(month: string, endedBefore: Date): Promise<StartedArchive> {
    return this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT);
      const archive = await tx.queryOneOrFail<StartedArchive>(START, [`${month}-01`, endedBefore, randomUUID()]);
      if (archive.status === 'writing') await clearList(tx, archive.id);
      return archive;
    });
  }

  /** Removes an archive whose file is not written. */
  async discard({ id, runId }: StartedArchive): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT);
      await clearList(tx, id);
      await tx.query(`DELETE FROM archives WHERE id = $1 AND run_id = $2 AND status = 'writing'`, [id, runId]);
    });
  }

  /** Records the checked file. From now on the listed executions count as archived. */
  async recordFile({ id, runId }: StartedArchive, file: ArchivedFile): Promise<void> {
    const { fileName, fileSha256, executions, events } = file;
    await this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT);
      const row = await tx.queryOne(RECORD_FILE, [id, runId, fileName, fileSha256, events]);
      if (row === null) throw new ArchiveRefusedError('another run has taken this archive over');
      const count = await recordList(tx, id);
      if (count !== executions) throw new Error(`the archive lists ${count} executions of ${executions}`);
    });
  }

  /** Deletes the listed executions in short transactions. Those that changed since stay. */
  async deleteListed(archiveId: number): Promise<void> {
    for (let after: string | null = BEFORE_ALL_IDS; after !== null;) {
      const page: { last: string | null } = await this.database.queryOneOrFail<{ last: string | null }>(
        'SELECT delete_archived($1, $2, $3) AS last',
        [archiveId, after, DELETED_PER_TRANSACTION],
      );
      after = page.last;
    }
  }

  /** Takes executions that were not deleted from the list again, and completes the archive. */
  async complete(archiveId: number): Promise<WrittenArchive> {
    return this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT);
      const kept = await tx.query(UNLIST_KEPT, [archiveId]);
      if (kept.length > 0) await recordList(tx, archiveId);
      await tx.query(
        `UPDATE archives SET status = 'complete', deleted_at = now() WHERE id = $1 AND status = 'deleting'`,
        [archiveId],
      );
      return tx.queryOneOrFail<WrittenArchive>(`${SELECT} WHERE archives.id = $1`, [archiveId]);
    });
  }
}

async function clearList(tx: Sql, archiveId: number): Promise<void> {
  await tx.query('DELETE FROM archived_executions WHERE archive_id = $1', [archiveId]);
}

/** Records the number of executions, the hash of the list, and what stays of the anchors. @returns the number */
async function recordList(tx: Sql, archiveId: number): Promise<number> {
  const { previousHash } = await tx.queryOneOrFail<{ previousHash: string }>(PREVIOUS_HASH, [archiveId]);
  const { count, hash } = await hashArchivedList(tx, archiveId, previousHash);
  await tx.query('UPDATE archives SET executions = $2, list_hash = $3 WHERE id = $1', [archiveId, count, hash]);
  await tx.query('DELETE FROM archived_anchors');
  await tx.query(RECORD_ANCHORS);
  return count;
}

const SELECT = `SELECT ${columnsOf(ArchiveEntity, { table: 'archives', omit: ['runId', 'month'] })},
  to_char(archives.month, 'YYYY-MM') AS month FROM archives`;

const START = `
  INSERT INTO archives AS a (month, ended_before, run_id) VALUES ($1, $2, $3)
  ON CONFLICT (month) DO UPDATE SET run_id = CASE WHEN a.status = 'writing' THEN excluded.run_id ELSE a.run_id END
  RETURNING id, ended_before AS "endedBefore", status, run_id AS "runId"`;

const RECORD_FILE = `
  UPDATE archives SET status = 'deleting', file_name = $3, file_sha256 = $4, list_hash = '', events = $5,
    written_at = now(), last_anchor_id = (SELECT max(id) FROM (
      SELECT id, lag(covers_until, 1, '-infinity') OVER (ORDER BY id) AS since FROM execution_event_anchors) AS anchor
      WHERE anchor.since < ended_before)
  WHERE id = $1 AND run_id = $2 AND status = 'writing' RETURNING 1`;

const PREVIOUS_HASH = `
  SELECT coalesce((SELECT list_hash FROM archives WHERE status <> 'writing' AND month < this.month
    ORDER BY month DESC LIMIT 1), '') AS "previousHash"
  FROM archives AS this WHERE id = $1`;

/** Without anything listed, the events of an anchor are those that it hashes. */
const RECORD_ANCHORS = `
  INSERT INTO archived_anchors (anchor_id, events, hash)
  SELECT anchor.id, count(*), encode(sha256(convert_to(string_agg(e.hash, '|' ORDER BY e.execution_id, e.seq), 'UTF8')), 'hex')
  FROM (SELECT id, covers_until, lag(covers_until, 1, '-infinity') OVER (ORDER BY id) AS since
      FROM execution_event_anchors) AS anchor
    JOIN execution_events AS e ON e.at >= anchor.since AND e.at < anchor.covers_until
  WHERE anchor.id <= (SELECT max(last_anchor_id) FROM archives) AND NOT EXISTS (
    SELECT FROM archived_executions AS a WHERE a.execution_id = right(e.execution_id, 32)::uuid)
  GROUP BY anchor.id`;

const UNLIST_KEPT = `
  DELETE FROM archived_executions AS a WHERE a.archive_id = $1 AND EXISTS (
    SELECT FROM executions AS e WHERE e.id = 'agent_execution_' || replace(a.execution_id::text, '-', ''))
  RETURNING 1`;
