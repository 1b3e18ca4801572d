import { createHash, type Hash } from 'node:crypto';
import type { SqlSession } from '@app/persistence';
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
  /** Times of the first and the last event, infinite without any. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** SHA-256 of the lines. */
  readonly linesSha256: string;
}

/**
 * Checks that a file has the whole history of each execution that the archive lists. Executions that are not listed were not
 * deleted, and do not count.
 */
export async function checkArchiveFile(
  sql: SqlSession,
  { id, file }: { id: number; file: string },
  report: Report,
): Promise<CheckedFile> {
  const checked = { executions: 0, events: 0, firstMs: Infinity, lastMs: -Infinity };
  const lines = createHash('sha256');
  for await (const batch of readBatches(file, lines)) {
    const listed = await readHistoryHashes(sql, id, batch);
    for (const execution of batch) {
      const hash = listed.get(execution.id);
      if (hash === undefined) continue;
      const events = execution.events.map(toStoredEvent);
      checkHashChain({ id: execution.id, events }, report);
      if (events.at(-1)?.hash !== hash) report('history_differs', execution.id, 'not the listed history');
      checked.executions += 1;
      checked.events += events.length;
      checked.firstMs = Math.min(checked.firstMs, Number(events[0]?.atMs ?? Infinity));
      checked.lastMs = Math.max(checked.lastMs, Number(events.at(-1)?.atMs ?? -Infinity));
    }
  }
  return { ...checked, linesSha256: lines.digest('hex') };
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

async function readHistoryHashes(
  sql: SqlSession,
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

function toStoredEvent({ seq, at, type, data, hash }: ArchivedEvent): StoredEvent {
  return { seq, atMs: String(Date.parse(at)), type, data, hash };
}
