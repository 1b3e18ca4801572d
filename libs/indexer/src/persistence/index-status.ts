import type { SqlSession } from '@app/persistence';

export interface IndexStatus {
  /** Block of all read models; null before the first read. */
  blockNumber: number | null;
  /** Newest block that the indexing worker has seen. */
  headNumber: number | null;
  /** Confirmed blocks that are not indexed yet; null before the first poll. */
  lagBlocks: number | null;
  /** Age of the last poll by the database's clock. */
  lastPollAgeMs: number;
  /** Age of the block of all read models, by the clocks of chain and database; null before the first read. */
  blockAgeMs: number | null;
  hasLeader: boolean;
  /** Confirmations, its own block included, after which a block is indexed. */
  confirmations: number | null;
}

type StoredStatus = {
  blockNumber: string | null;
  headNumber: string | null;
  lastPollAgeMs: string;
  blockAgeMs: string | null;
  hasLeader: boolean;
  confirmations: number | null;
};

export async function readIndexStatus(sql: SqlSession): Promise<IndexStatus> {
  const row = await sql.queryOneOrFail<StoredStatus>(
    `SELECT block_number AS "blockNumber", head_number AS "headNumber", confirmations,
       coalesce(lease_until > now(), false) AS "hasLeader",
       (extract(epoch FROM now() - updated_at) * 1000)::bigint AS "lastPollAgeMs",
       (extract(epoch FROM now() - block_time) * 1000)::bigint AS "blockAgeMs"
     FROM chain_index`,
  );
  const blockNumber = row.blockNumber === null ? null : Number(row.blockNumber);
  const headNumber = row.headNumber === null ? null : Number(row.headNumber);
  return {
    blockNumber,
    headNumber,
    lagBlocks: computeLag({ blockNumber, headNumber, confirmations: row.confirmations }),
    lastPollAgeMs: Number(row.lastPollAgeMs),
    blockAgeMs: row.blockAgeMs === null ? null : Number(row.blockAgeMs),
    hasLeader: row.hasLeader,
    confirmations: row.confirmations,
  };
}

function computeLag({
  blockNumber,
  headNumber,
  confirmations,
}: Pick<IndexStatus, 'blockNumber' | 'headNumber' | 'confirmations'>): number | null {
  if (headNumber === null) return null;
  const readBlocks = blockNumber === null ? 0 : blockNumber + 1;
  return Math.max(0, headNumber + 1 - ((confirmations ?? 1) - 1) - readBlocks);
}
