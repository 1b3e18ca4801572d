import type { SqlSession } from '@app/persistence';
import type { IndexCursor } from './index-lease.js';

type Checkpoint = { blockNumber: string; blockHash: string };

/** Number of recent blocks whose checkpoints are kept. */
const MAX_CHECKPOINT_BLOCKS = 2_000;

/** Blocks with events are checkpoints too, because events carry their block's hash. */
const CHECKPOINTS_SQL =
  '(SELECT block_number, block_hash FROM chain_blocks UNION ALL SELECT block_number, block_hash FROM chain_events)';

/** Adds a checkpoint. Keeps the newest ones and the oldest, which identifies the chain. */
export async function addCheckpoint(tx: SqlSession, { blockNumber, blockHash }: IndexCursor): Promise<void> {
  await tx.query(
    `INSERT INTO chain_blocks (block_number, block_hash, open_xid, own_xid)
     SELECT $1, $2, open_xid, pg_current_xact_id() FROM chain_index
     ON CONFLICT (block_number) DO UPDATE
     SET block_hash = EXCLUDED.block_hash, open_xid = EXCLUDED.open_xid, own_xid = EXCLUDED.own_xid`,
    [blockNumber, blockHash],
  );
  await tx.query(
    `DELETE FROM chain_blocks
     WHERE block_number < $1 AND block_number > (SELECT min(first.block_number) FROM chain_blocks AS first)`,
    [blockNumber - MAX_CHECKPOINT_BLOCKS],
  );
}

/** Finds the highest checkpoint at or below a block. */
export async function findCheckpoint(sql: SqlSession, atMost: number): Promise<IndexCursor | null> {
  const row = await sql.queryOne<Checkpoint>(
    `SELECT block_number AS "blockNumber", block_hash AS "blockHash" FROM ${CHECKPOINTS_SQL} AS c WHERE block_number <= $1 ORDER BY block_number DESC LIMIT 1`,
    [atMost],
  );
  return row === null ? null : toCursor(row);
}

/** Finds the checkpoint nearest to the middle between two blocks, both excluded. */
export async function findMiddleCheckpoint(
  sql: SqlSession,
  { above, below }: { above: number; below: number },
): Promise<IndexCursor | null> {
  const middle = Math.floor((above + below) / 2);
  const row = await sql.queryOne<Checkpoint>(
    `SELECT block_number AS "blockNumber", block_hash AS "blockHash" FROM (
       (SELECT * FROM ${CHECKPOINTS_SQL} AS lower WHERE block_number > $1 AND block_number <= $2
        ORDER BY block_number DESC LIMIT 1)
       UNION ALL
       (SELECT * FROM ${CHECKPOINTS_SQL} AS upper WHERE block_number > $2 AND block_number < $3
        ORDER BY block_number LIMIT 1)) AS nearest
     ORDER BY abs(block_number - $2) LIMIT 1`,
    [above, middle, below],
  );
  return row === null ? null : toCursor(row);
}

function toCursor({ blockNumber, blockHash }: Checkpoint): IndexCursor {
  return { blockNumber: Number(blockNumber), blockHash };
}
