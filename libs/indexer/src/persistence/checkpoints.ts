import type { Sql } from '@app/persistence';
import type { IndexCursor } from './index-lease.js';

type BlockRow = { block_number: string; block_hash: string };

const KEPT_BLOCKS = 2_000;

/** Every block with an event is a checkpoint too: its hash stands beside the event. */
const CHECKPOINTS =
  '(SELECT block_number, block_hash FROM chain_blocks UNION ALL SELECT block_number, block_hash FROM chain_events)';

/** The newest are kept, and the oldest, which tells a chain that was begun anew. */
export async function addCheckpoint(tx: Sql, { blockNumber, blockHash }: IndexCursor): Promise<void> {
  await tx.query(
    `INSERT INTO chain_blocks (block_number, block_hash) VALUES ($1, $2)
     ON CONFLICT (block_number) DO UPDATE SET block_hash = EXCLUDED.block_hash`,
    [blockNumber, blockHash],
  );
  await tx.query(
    `DELETE FROM chain_blocks
     WHERE block_number < $1 AND block_number > (SELECT min(first.block_number) FROM chain_blocks AS first)`,
    [blockNumber - KEPT_BLOCKS],
  );
}

/** The checkpoint with the highest number that is at most this one. */
export async function findCheckpoint(sql: Sql, atMost: number): Promise<IndexCursor | null> {
  const row = await sql.queryOne<BlockRow>(
    `SELECT * FROM ${CHECKPOINTS} AS c WHERE block_number <= $1 ORDER BY block_number DESC LIMIT 1`,
    [atMost],
  );
  return row === null ? null : toCursor(row);
}

/** The checkpoint between two blocks, both excluded, that halves what lies between them best. */
export async function findMiddleCheckpoint(
  sql: Sql,
  { above, below }: { above: number; below: number },
): Promise<IndexCursor | null> {
  const middle = Math.floor((above + below) / 2);
  const row = await sql.queryOne<BlockRow>(
    `SELECT block_number, block_hash FROM (
       (SELECT * FROM ${CHECKPOINTS} AS lower WHERE block_number > $1 AND block_number <= $2
        ORDER BY block_number DESC LIMIT 1)
       UNION ALL
       (SELECT * FROM ${CHECKPOINTS} AS upper WHERE block_number > $2 AND block_number < $3
        ORDER BY block_number LIMIT 1)) AS nearest
     ORDER BY abs(block_number - $2) LIMIT 1`,
    [above, middle, below],
  );
  return row === null ? null : toCursor(row);
}

function toCursor({ block_number, block_hash }: BlockRow): IndexCursor {
  return { blockNumber: Number(block_number), blockHash: block_hash };
}
