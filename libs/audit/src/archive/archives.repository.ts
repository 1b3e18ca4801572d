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
      const count = await recordList(tx, id);
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
        if (kept.length > 0) await recordList(tx, archiveId);
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

/** Records the number of executions and the hash of the list. @returns the number */
async function recordList(tx: SqlSession, archiveId: number): Promise<number> {
  const { previousHash } = await tx.queryOneOrFail<{ previousHash: string }>(PREVIOUS_HASH_SQL, [archiveId]);
  const { count, hash } = await hashArchivedList(tx, archiveId, previousHash);
  await tx.query('UPDATE archives SET executions = $2, list_hash = $3 WHERE id = $1', [archiveId, count, hash]);
  return count;
}

const SELECT_ARCHIVE_SQL = `SELECT ${selectColumns(ArchiveEntity, { table: 'archives', omit: ['runId', 'month'] })},
  to_char(archives.month, 'YYYY-MM') AS month FROM archives`;

const START_ARCHIVE_SQL = `
  INSERT INTO archives AS a (month, ended_before, run_id) VALUES ($1, $2, $3)
  ON CONFLICT (month) DO UPDATE SET run_id = CASE WHEN a.status = 'writing' THEN excluded.run_id ELSE a.run_id END
  RETURNING id, ended_before AS "endedBefore", status, run_id AS "runId", file_name AS "fileName",
    file_sha256 AS "fileSha256"`;

const RECORD_FILE_SQL = `
  UPDATE archives SET status = 'deleting', file_name = $3, file_sha256 = $4, list_hash = '', written_at = now()
  WHERE id = $1 AND run_id = $2 AND status = 'writing' RETURNING 1`;

const PREVIOUS_HASH_SQL = `
  SELECT coalesce((SELECT list_hash FROM archives WHERE status <> 'writing' AND month < this.month
    ORDER BY month DESC LIMIT 1), '') AS "previousHash"
  FROM archives AS this WHERE id = $1`;

const UNLIST_KEPT_SQL = `
  DELETE FROM archived_executions AS a WHERE a.archive_id = $1 AND EXISTS (
    SELECT FROM executions AS e WHERE e.id = 'agent_execution_' || replace(a.execution_id::text, '-', ''))
  RETURNING 1`;
