import { randomUUID } from 'node:crypto';
import { type Database, selectColumns, type SqlSession, violatedConstraint } from '@app/persistence';
import { BEFORE_ALL_IDS, hashArchivedList } from './archived-list.js';
import { ArchiveEntity } from './archive.entity.js';
import { ArchiveRefusedError } from './refuse-unless-due.js';

const DELETED_PER_TRANSACTION = 200;
/** Statements over a whole month run longer than those of a request may. */
const NO_TIMEOUT_SQL = `SELECT set_config('statement_timeout', '0', true)`;

export type StartedArchive = Pick<ArchiveEntity, 'id' | 'endedBefore' | 'status' | 'runId' | 'fileName' | 'fileSha256'>;

export interface ArchivedFile {
  readonly fileName: string;
  readonly fileSha256: string;
  readonly executions: number;
}

/** An archive whose file is written. */
export type WrittenArchive = Omit<ArchiveEntity, 'runId'>;

/** Rows of archives. A month is `2026-08`. */
export class ArchivesRepository {
  constructor(private readonly database: Database) {}

  /** Newest month first. */
  list(): Promise<WrittenArchive[]> {
    return this.database.query<WrittenArchive>(`${SELECT_ARCHIVE_SQL} ORDER BY archives.month DESC`);
  }

  /** Finds the archive of an execution. */
  async findByExecution(executionId: string): Promise<WrittenArchive | null> {
    const digits = /^agent_execution_([0-9a-f]{32})$/.exec(executionId)?.[1];
    if (digits === undefined) return null;
    return this.database.queryOne<WrittenArchive>(
      `${SELECT_ARCHIVE_SQL} WHERE id = (SELECT archive_id FROM archived_executions WHERE execution_id = $1::uuid)`,
      [digits],
    );
  }

  /** Begins an archive, or resumes an interrupted archive and rebuilds its list. */
  async start(month: string, endedBefore: Date): Promise<StartedArchive> {
    const start = this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT_SQL);
      const archive = await tx.queryOneOrFail<StartedArchive>(START_ARCHIVE_SQL, [
        `${month}-01`,
        endedBefore,
        randomUUID(),
      ]);
      if (archive.status === 'writing') await clearList(tx, archive.id);
      return archive;
    });
    return start.catch((error: unknown) => {
      if (violatedConstraint(error) !== ONE_UNFINISHED) throw error;
      throw new ArchiveRefusedError('another run has just begun an archive');
    });
  }

  /** Removes an archive whose file is not written. @returns false when another run has taken it over */
  async discard({ id, runId }: StartedArchive): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT_SQL);
      const own = await tx.queryOne(`${LOCK_ARCHIVE_SQL} AND run_id = $2 AND status = 'writing' FOR UPDATE`, [
        id,
        runId,
      ]);
      if (own === null) return false;
      await clearList(tx, id);
      await tx.query('DELETE FROM archives WHERE id = $1', [id]);
      return true;
    });
  }

  /** Records the checked file. From now on the listed executions count as archived. */
  async recordFile({ id, runId }: StartedArchive, { fileName, fileSha256, executions }: ArchivedFile): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT_SQL);
      const row = await tx.queryOne(RECORD_FILE_SQL, [id, runId, fileName, fileSha256]);
      if (row === null) throw new ArchiveRefusedError(TAKEN_OVER);
      const count = await recordList(tx, id, NEW_ANCHORS_SQL);
      if (count !== executions) throw new Error(`the archive lists ${count} executions, its file has ${executions}`);
    });
  }

  /** Deletes the listed executions in short transactions. Intents that have changed since stay. */
  async deleteListed(archiveId: number): Promise<void> {
    for (let after: string | null = BEFORE_ALL_IDS; after !== null;) {
      const page: { last: string | null } = await this.database.queryOneOrFail<{ last: string | null }>(
        'SELECT delete_archived($1, $2, $3) AS last',
        [archiveId, after, DELETED_PER_TRANSACTION],
      );
      after = page.last;
    }
  }

  /** Removes executions that were not deleted from the list, and completes the archive. */
  async complete(archiveId: number): Promise<WrittenArchive> {
    return this.database.transaction(async (tx) => {
      await tx.query(NO_TIMEOUT_SQL);
      const open = await tx.queryOne(`${LOCK_ARCHIVE_SQL} AND status = 'deleting' FOR UPDATE`, [archiveId]);
      if (open !== null) {
        const kept = await tx.query(UNLIST_KEPT_SQL, [archiveId]);
        if (kept.length > 0) await recordList(tx, archiveId, ALL_ANCHORS_SQL);
        await tx.query(`UPDATE archives SET status = 'complete', deleted_at = now() WHERE id = $1`, [archiveId]);
      }
      return tx.queryOneOrFail<WrittenArchive>(`${SELECT_ARCHIVE_SQL} WHERE archives.id = $1`, [archiveId]);
    });
  }
}

const ONE_UNFINISHED = 'archives_one_unfinished';
export const TAKEN_OVER = 'another run has taken this archive over';
const LOCK_ARCHIVE_SQL = 'SELECT FROM archives WHERE id = $1';

async function clearList(tx: SqlSession, archiveId: number): Promise<void> {
  await tx.query('DELETE FROM archived_executions WHERE archive_id = $1', [archiveId]);
}

/** Records the number of executions, the hash of the list, and what stays of the anchors. @returns the number */
async function recordList(tx: SqlSession, archiveId: number, anchors: string): Promise<number> {
  const { previousHash } = await tx.queryOneOrFail<{ previousHash: string }>(PREVIOUS_HASH_SQL, [archiveId]);
  const { count, hash } = await hashArchivedList(tx, archiveId, previousHash);
  await tx.query('UPDATE archives SET executions = $2, list_hash = $3 WHERE id = $1', [archiveId, count, hash]);
  const ids = (await tx.query<{ id: string }>(anchors)).map(({ id }) => id);
  await tx.query('DELETE FROM archived_anchors WHERE anchor_id = ANY ($1::bigint[])', [ids]);
  await tx.query(RECORD_ANCHORS_SQL, [ids]);
  return count;
}

const SELECT_ARCHIVE_SQL = `SELECT ${selectColumns(ArchiveEntity, { table: 'archives', omit: ['runId', 'month'] })},
  to_char(archives.month, 'YYYY-MM') AS month FROM archives`;

const START_ARCHIVE_SQL = `
  INSERT INTO archives AS a (month, ended_before, run_id) VALUES ($1, $2, $3)
  ON CONFLICT (month) DO UPDATE SET run_id = CASE WHEN a.status = 'writing' THEN excluded.run_id ELSE a.run_id END
  RETURNING id, ended_before AS "endedBefore", status, run_id AS "runId", file_name AS "fileName",
    file_sha256 AS "fileSha256"`;

const PERIODS_SQL = `(SELECT id, covers_until, lag(covers_until, 1, '-infinity') OVER (ORDER BY id) AS since
  FROM execution_event_anchors)`;

const RECORD_FILE_SQL = `
  UPDATE archives SET status = 'deleting', file_name = $3, file_sha256 = $4, list_hash = '', written_at = now(),
    last_anchor_id = (SELECT max(id) FROM ${PERIODS_SQL} AS anchor WHERE anchor.since < ended_before)
  WHERE id = $1 AND run_id = $2 AND status = 'writing' RETURNING 1`;

const PREVIOUS_HASH_SQL = `
  SELECT coalesce((SELECT list_hash FROM archives WHERE status <> 'writing' AND month < this.month
    ORDER BY month DESC LIMIT 1), '') AS "previousHash"
  FROM archives AS this WHERE id = $1`;

const ALL_ANCHORS_SQL = `
  SELECT id FROM execution_event_anchors WHERE id <= (SELECT max(last_anchor_id) FROM archives) ORDER BY id`;

/** Anchors of the new archive, and older ones with events that an older archive left. */
const NEW_ANCHORS_SQL = `
  SELECT id FROM execution_event_anchors WHERE id <= (SELECT max(last_anchor_id) FROM archives)
    AND id > coalesce((SELECT max(last_anchor_id) FROM archives WHERE status = 'complete'), 0)
  UNION SELECT anchor_id FROM archived_anchors ORDER BY 1`;

/** `OFFSET 0` makes the planner read the events of one anchor after the other. */
const RECORD_ANCHORS_SQL = `
  INSERT INTO archived_anchors (anchor_id, events, hash)
  SELECT anchor.id, kept.events, encode(sha256(convert_to(kept.hashes, 'UTF8')), 'hex')
  FROM ${PERIODS_SQL} AS anchor CROSS JOIN LATERAL (
    SELECT count(*) AS events, string_agg(e.hash, '|' ORDER BY e.execution_id, e.seq) AS hashes FROM (
      SELECT * FROM execution_events WHERE at >= anchor.since AND at < anchor.covers_until OFFSET 0) AS e
    WHERE NOT EXISTS (
      SELECT FROM archived_executions AS a WHERE a.execution_id = right(e.execution_id, 32)::uuid OFFSET 0)) AS kept
  WHERE anchor.id = ANY ($1::bigint[]) AND kept.events > 0`;

const UNLIST_KEPT_SQL = `
  DELETE FROM archived_executions AS a WHERE a.archive_id = $1 AND EXISTS (
    SELECT FROM executions AS e WHERE e.id = 'agent_execution_' || replace(a.execution_id::text, '-', ''))
  RETURNING 1`;
