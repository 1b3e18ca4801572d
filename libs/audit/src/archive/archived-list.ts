import { createHash } from 'node:crypto';
import type { Sql } from '@app/persistence';

const PAGE_SIZE = 10_000;
/** Smaller than every id of an execution. */
export const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

type Page = { last: string | null; count: number; hash: string | null };

/** Number of executions that an archive lists, and a hash over the list and the hash of the archive before. */
export interface ArchivedList {
  readonly count: number;
  readonly hash: string;
}

/** Adds the executions of the intents to an archive's list. */
export async function listExecutions(sql: Sql, archiveId: number, intentIds: readonly string[]): Promise<void> {
  await sql.query(LIST, [archiveId, intentIds]);
}

export async function hashArchivedList(sql: Sql, archiveId: number, previousHash: string): Promise<ArchivedList> {
  const hash = createHash('sha256').update(previousHash);
  let count = 0;
  for (let after: string | null = BEFORE_ALL_IDS; after !== null;) {
    const page: Page = await sql.queryOneOrFail<Page>(PAGE, [archiveId, after, PAGE_SIZE]);
    count += page.count;
    hash.update(`|${page.hash ?? ''}`);
    after = page.last;
  }
  return { count, hash: hash.digest('hex') };
}

const LIST = `
  INSERT INTO archived_executions (execution_id, archive_id, lane_id, ref, transaction_hash, history_hash)
  SELECT right(e.id, 32)::uuid, $1, e.lane_id, decode(substr(e.ref, 3), 'hex'),
    CASE WHEN e.status = 'executed' THEN decode(substr(e.transaction_hash, 3), 'hex') END,
    decode((SELECT hash FROM execution_events AS v WHERE v.execution_id = e.id ORDER BY v.seq DESC LIMIT 1), 'hex')
  FROM executions AS e WHERE e.intent_id = ANY ($2)`;

const PAGE = `
  WITH page AS MATERIALIZED (
    SELECT * FROM archived_executions WHERE archive_id = $1 AND execution_id > $2 ORDER BY execution_id LIMIT $3)
  SELECT (SELECT execution_id FROM page ORDER BY execution_id DESC LIMIT 1) AS last, count(*)::int AS count,
    encode(sha256(convert_to(string_agg(concat_ws(':', execution_id, lane_id, ref, coalesce(transaction_hash, ''),
      history_hash), '|' ORDER BY execution_id), 'UTF8')), 'hex') AS hash
  FROM page`;
