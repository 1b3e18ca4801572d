import type { Database, SqlSession } from '@app/persistence';
import type { Report } from '../finding.js';
import { sha256OfFile } from './archive-file.js';
import { hashArchivedList } from './archived-list.js';
import { checkArchiveFile } from './check-archive-file.js';

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
  /** Months whose file was not given. */
  readonly missing: readonly string[];
}

/** Checks files against the archives. Reads a file twice. */
export async function checkArchiveFiles(
  database: Database,
  files: readonly string[],
  report: Report,
): Promise<CheckedArchives> {
  await checkArchives(database, report);
  const archives = await database.query<StoredArchive>(ARCHIVES_SQL);
  let total = 0;
  const known = new Set<number>();
  for (const file of files) {
    const fileSha256 = await sha256OfFile(file);
    const archive = archives.find((one) => one.fileSha256 === fileSha256);
    if (archive === undefined) {
      report('file_unknown', file, `no archive has a file with the SHA-256 ${fileSha256}`);
      continue;
    }
    if (known.has(archive.id)) continue;
    const { executions } = await checkArchiveFile(database, { id: archive.id, file }, report);
    if (String(executions) !== archive.executions) {
      report('file_differs', file, `it has ${executions} of ${archive.executions} executions`);
    }
    known.add(archive.id);
    total += executions;
  }
  const missing = archives.filter(({ id }) => !known.has(id)).map(({ month }) => month);
  return { files: known.size, executions: total, missing };
}

const ARCHIVES_SQL = `
  SELECT id, to_char(month, 'YYYY-MM') AS month, executions, file_sha256 AS "fileSha256", list_hash AS "listHash",
    coalesce(lag(list_hash) OVER (ORDER BY month), '') AS "previousHash"
  FROM archives WHERE status <> 'writing' ORDER BY month`;
