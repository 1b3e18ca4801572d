import { createHash } from 'node:crypto';
import type { SqlSession } from '@app/persistence';
import type { ArchivedExecution } from './archived-record.js';
import type { ArchiveEntity } from './archive.entity.js';

const PAGE_SIZE = 10_000;
/** Smaller than every id of an execution. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

type Page = { last: string | null; count: number; hash: string | null };

/** Number of executions that an archive lists, and a hash over the list and the hash of the archive before. */
export interface ArchivedList {
  readonly count: number;
  readonly hash: string;
}

/** Adds executions to an archive's list, as they are in its file. @returns false when another run has taken it over */
export async function listExecutions(
  sql: SqlSession,
  { id, runId }: Pick<ArchiveEntity, 'id' | 'runId'>,
  executions: readonly ArchivedExecution[],
): Promise<boolean> {
  const records = executions.map((execution) => JSON.stringify(execution));
  const rows = await sql.query(LIST_ARCHIVED_SQL, [id, runId, records]);
  return rows.length === executions.length;
}

export async function hashArchivedList(
  sql: SqlSession,
  archiveId: number,
  previousHash: string,
): Promise<ArchivedList> {
  const hash = createHash('sha256').update(previousHash);
  let count = 0;
  for (let after: string | null = BEFORE_ALL_IDS; after !== null;) {
    const page: Page = await sql.queryOneOrFail<Page>(PAGE_ARCHIVED_SQL, [archiveId, after, PAGE_SIZE]);
    count += page.count;
    hash.update(`|${page.hash ?? ''}`);
    after = page.last;
  }
  return { count, hash: hash.digest('hex') };
}

const LIST_ARCHIVED_SQL = `
  WITH archive AS MATERIALIZED (SELECT id FROM archives WHERE id = $1 AND run_id = $2 AND status = 'writing' FOR SHARE)
  INSERT INTO archived_executions (execution_id, archive_id, lane_id, ref, transaction_hash, record_hash, key_hash)
  SELECT right(record ->> 'id', 32)::uuid, archive.id, (record ->> 'lane_id')::uuid, decode(substr(record ->> 'ref', 3), 'hex'),
    CASE record ->> 'status' WHEN 'executed' THEN decode(substr(record ->> 'transaction_hash', 3), 'hex') END,
    sha256_of(record), (SELECT intent_key_hash(i.agent_id, i.source_client, i.client_request_id)
     FROM agent_intents AS i WHERE i.id = record ->> 'intent_id')
  FROM archive CROSS JOIN unnest($3::jsonb[]) AS given (record)
  RETURNING 1`;

const PAGE_ARCHIVED_SQL = `
  WITH page AS MATERIALIZED (
    SELECT * FROM archived_executions WHERE archive_id = $1 AND execution_id > $2 ORDER BY execution_id LIMIT $3)
  SELECT (SELECT execution_id FROM page ORDER BY execution_id DESC LIMIT 1) AS last, count(*)::int AS count,
    encode(sha256(convert_to(string_agg(concat_ws(':', execution_id, lane_id, ref, coalesce(transaction_hash, ''),
      record_hash, coalesce(key_hash, '')), '|' ORDER BY execution_id), 'UTF8')), 'hex') AS hash
  FROM page`;
