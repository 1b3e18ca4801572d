import type { Sql } from '@app/persistence';

/** How far the read models follow the chain. */
export interface IndexStatus {
  /** The block that all read models are as of; null before the first reading. */
  blockNumber: number | null;
  /** The newest block that the indexing worker has seen. */
  headNumber: number | null;
  /** Blocks that are there, and confirmed, and not in the read models yet; null before the first look. */
  lagBlocks: number | null;
  /** How old, by the database's clock, the newest look at the chain is. */
  sinceLookMs: number;
  /** Whether a worker holds the index now. */
  followed: boolean;
  /** Blocks, its own included, after which a block is read. */
  confirmations: number | null;
}

type StatusRow = {
  block_number: string | null;
  head_number: string | null;
  since_look_ms: string;
  followed: boolean;
  confirmations: number | null;
};

/** For metrics and waits: one row, read by its key. */
export async function readIndexStatus(sql: Sql): Promise<IndexStatus> {
  const row = await sql.queryOne<StatusRow>(
    `SELECT block_number, head_number, confirmations, coalesce(lease_until > now(), false) AS followed,
       (extract(epoch FROM now() - updated_at) * 1000)::bigint AS since_look_ms
     FROM chain_index`,
  );
  if (row === null) throw new Error('the index has no row');
  const blockNumber = row.block_number === null ? null : Number(row.block_number);
  const headNumber = row.head_number === null ? null : Number(row.head_number);
  return {
    blockNumber,
    headNumber,
    lagBlocks: lagOf({ blockNumber, headNumber, confirmations: row.confirmations }),
    sinceLookMs: Number(row.since_look_ms),
    followed: row.followed,
    confirmations: row.confirmations,
  };
}

function lagOf({
  blockNumber,
  headNumber,
  confirmations,
}: Pick<IndexStatus, 'blockNumber' | 'headNumber' | 'confirmations'>): number | null {
  if (headNumber === null) return null;
  const readBlocks = blockNumber === null ? 0 : blockNumber + 1;
  return Math.max(0, headNumber + 1 - ((confirmations ?? 1) - 1) - readBlocks);
}
