import type { Database, SqlSession } from '@app/persistence';
import type { Report } from '../finding.js';
import { sha256OfFile } from './archive-file.js';
import { hashArchivedList } from './archived-list.js';
import { checkArchiveFile } from './check-archive-file.js';
import { checkArchivedAnchors, type TimedFile } from './check-archived-anchors.js';

type StoredArchive = {
  id: number;
  month: string;
  executions: string;
  fileSha256: string;
  listHash: string;
  previousHash: string;
};

/** Checks that each archive lists the executions that it had at its end. @returns number of archived executions */
export async function checkArchives(sql: SqlSession, report: Report): Promise<number> {
  let total = 0;
  for (const archive of await sql.query<StoredArchive>(ARCHIVES_SQL)) {
    const { id, month, executions, listHash, previousHash } = archive;
    const { count, hash } = await hashArchivedList(sql, id, previousHash);
    total += count;
    if (String(count) === executions && hash === listHash) continue;
    const now = (await sql.query<StoredArchive>(ARCHIVES_SQL)).find((one) => one.id === id);
    if (now?.listHash !== listHash) continue; // its run has just ended
    report('archive_list_differs', `archive ${month}`, `it listed ${executions} executions, now ${count}`);
  }
  return total;
}

export interface CheckedArchives {
  readonly files: number;
  readonly executions: number;
  readonly events: number;
  /** Months whose file was not given. */
  readonly missing: readonly string[];
  /** Anchors that were computed from files and database; null unless all archives were given. */
  readonly anchors: number | null;
}

/** Checks files against the archives. With the files of all archives it also checks every anchor. Reads a file several times. */
export async function checkArchiveFiles(
  database: Database,
  files: readonly string[],
  report: Report,
): Promise<CheckedArchives> {
  await checkArchives(database, report);
  const archives = await database.query<StoredArchive>(ARCHIVES_SQL);
  const total = { executions: 0, events: 0 };
  const known = new Map<number, TimedFile>();
  for (const file of files) {
    const fileSha256 = await sha256OfFile(file);
    const archive = archives.find((one) => one.fileSha256 === fileSha256);
    if (archive === undefined) {
      report('file_unknown', file, `no archive has a file with the SHA-256 ${fileSha256}`);
      continue;
    }
    if (known.has(archive.id)) continue;
    const { executions, events, firstMs, lastMs } = await checkArchiveFile(database, { id: archive.id, file }, report);
    if (String(executions) !== archive.executions) {
      report('file_differs', file, `it has ${executions} of ${archive.executions} executions`);
    }
    known.set(archive.id, { file, firstMs, lastMs });
    total.executions += executions;
    total.events += events;
  }
  const missing = archives.filter(({ id }) => !known.has(id)).map(({ month }) => month);
  const anchors = missing.length === 0 ? await checkArchivedAnchors(database, [...known.values()], report) : null;
  return { files: known.size, ...total, missing, anchors };
}

const ARCHIVES_SQL = `
  SELECT id, to_char(month, 'YYYY-MM') AS month, executions, file_sha256 AS "fileSha256", list_hash AS "listHash",
    coalesce(lag(list_hash) OVER (ORDER BY month), '') AS "previousHash"
  FROM archives WHERE status <> 'writing' ORDER BY month`;
