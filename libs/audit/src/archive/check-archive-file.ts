import type { Sql } from '@app/persistence';
import { checkHashChain } from '../check-events.js';
import type { Report } from '../finding.js';
import type { StoredEvent } from '../records.js';
import { readArchiveFile } from './archive-file.js';
import type { ArchivedEvent, ArchivedExecution } from './archived-record.js';

const BATCH_SIZE = 500;

export interface CheckedFile {
  /** Executions that the archive lists. */
  readonly executions: number;
  readonly events: number;
}

/**
 * Checks that a file has the whole history of each execution that the archive lists. Executions that are not listed were not
 * deleted, and do not count.
 */
export async function checkArchiveFile(
  sql: Sql,
  { id, file }: { id: number; file: string },
  report: Report,
): Promise<CheckedFile> {
  let [executions, events] = [0, 0];
  for await (const batch of batchesOf(file)) {
    const listed = await readHistoryHashes(sql, id, batch);
    for (const execution of batch) {
      const hash = listed.get(execution.id);
      if (hash === undefined) continue;
      checkHashChain({ id: execution.id, events: execution.events.map(storedEventOf) }, report);
      if (execution.events.at(-1)?.hash !== hash) report('history_differs', execution.id, 'not the listed history');
      executions += 1;
      events += execution.events.length;
    }
  }
  return { executions, events };
}

async function* batchesOf(file: string): AsyncGenerator<ArchivedExecution[]> {
  let batch: ArchivedExecution[] = [];
  for await (const { executions } of readArchiveFile(file)) {
    batch.push(...executions);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function readHistoryHashes(
  sql: Sql,
  archiveId: number,
  executions: readonly ArchivedExecution[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ id: string; hash: string }>(
    `SELECT given.id, encode(a.history_hash, 'hex') AS hash
     FROM unnest($2::text[]) AS given (id) JOIN archived_executions AS a ON a.execution_id = right(given.id, 32)::uuid
     WHERE a.archive_id = $1`,
    [archiveId, executions.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

function storedEventOf({ seq, at, type, data, previous_hash: previousHash, hash }: ArchivedEvent): StoredEvent {
  return { seq, atMs: String(Date.parse(at)), type, data, previousHash, hash };
}
