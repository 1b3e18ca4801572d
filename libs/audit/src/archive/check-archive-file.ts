import { createHash, type Hash } from 'node:crypto';
import type { SqlSession } from '@app/persistence';
import type { Report } from '../finding.js';
import { readArchiveFile } from './archive-file.js';
import type { ArchivedExecution } from './archived-record.js';

const BATCH_SIZE = 500;

export interface CheckedFile {
  /** Executions that the archive lists. */
  readonly executions: number;
  /** SHA-256 of the lines. */
  readonly linesSha256: string;
}

/** Checks that a file has the record of each listed execution. Others were not deleted, and do not count. */
export async function checkArchiveFile(
  sql: SqlSession,
  { id, file }: { id: number; file: string },
  report: Report,
): Promise<CheckedFile> {
  let executions = 0;
  const lines = createHash('sha256');
  for await (const batch of readBatches(file, lines)) {
    const records = batch.map((execution) => JSON.stringify(execution));
    for (const listed of await sql.query<{ id: string; isSame: boolean }>(LISTED_SQL, [id, records])) {
      executions += 1;
      if (!listed.isSame) report('record_differs', listed.id, 'not the listed record');
    }
  }
  return { executions, linesSha256: lines.digest('hex') };
}

async function* readBatches(file: string, lines: Hash): AsyncGenerator<ArchivedExecution[]> {
  let batch: ArchivedExecution[] = [];
  for await (const { text, record } of readArchiveFile(file)) {
    lines.update(text);
    batch.push(...record.executions);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const LISTED_SQL = `
  SELECT record ->> 'id' AS id, a.record_hash = sha256_of(record) AS "isSame"
  FROM unnest($2::jsonb[]) AS given (record)
    JOIN archived_executions AS a ON a.execution_id = right(record ->> 'id', 32)::uuid
  WHERE a.archive_id = $1`;
