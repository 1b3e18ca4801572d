import type { SqlSession } from '@app/persistence';

/** Right to write the index, limited by the database's clock. */
export interface IndexLease {
  fence: string;
}

/** Block up to which all events are indexed. */
export interface IndexCursor {
  blockNumber: number;
  blockHash: string;
}

/** Indexed factory and chain. */
export interface IndexSubject {
  chainId: number;
  /** Lower case. */
  factoryAddress: string;
  decimals: number;
  confirmations: number;
}

/** Another worker has taken the lease. */
export class IndexLeaseLostError extends Error {
  constructor() {
    super('another worker holds the index');
    this.name = 'IndexLeaseLostError';
  }
}

/** The index is not where its holder left it: a restore or failover of the database has lost writes. */
export class IndexMovedError extends Error {
  constructor() {
    super('the index is at another block than its holder left it');
    this.name = 'IndexMovedError';
  }
}

/** Takes a free or expired lease. Returns null if another worker holds it, or is writing under it. */
export async function acquireIndex(sql: SqlSession, leaseMs: number): Promise<IndexLease | null> {
  return sql.queryOne<{ fence: string }>(
    `UPDATE chain_index SET fence = fence + 1, lease_until = now() + $1 * interval '1 ms'
     WHERE fence = (SELECT fence FROM chain_index WHERE lease_until IS NULL OR lease_until <= now()
       FOR NO KEY UPDATE SKIP LOCKED) RETURNING fence`,
    [leaseMs],
  );
}

/** Takes the lease from its holder, whose later writes are rejected by the fence. */
export async function takeOverIndex(sql: SqlSession, leaseMs: number): Promise<IndexLease> {
  const row = await sql.queryOneOrFail<{ fence: string }>(
    `UPDATE chain_index SET fence = fence + 1, lease_until = now() + $1 * interval '1 ms' RETURNING fence`,
    [leaseMs],
  );
  return row;
}

/** Renews the lease unless another worker has taken it over, and records the chain's head. @throws {IndexLeaseLostError} */
export async function renewIndex(
  sql: SqlSession,
  { fence }: IndexLease,
  { leaseMs, headNumber }: { leaseMs: number; headNumber: number },
): Promise<void> {
  const row = await sql.queryOne(
    `UPDATE chain_index SET lease_until = now() + $2 * interval '1 ms', head_number = $3, updated_at = now()
     WHERE fence = $1 RETURNING 1`,
    [fence, leaseMs, headNumber],
  );
  if (row === null) throw new IndexLeaseLostError();
}

/** Releases the lease. No effect if it is lost already. */
export async function releaseIndex(sql: SqlSession, { fence }: IndexLease): Promise<void> {
  await sql.query('UPDATE chain_index SET lease_until = NULL WHERE fence = $1', [fence]);
}

type IndexProgress = {
  chainId: string | null;
  factoryAddress: string | null;
  blockNumber: string | null;
  blockHash: string | null;
};

/** Reads the indexing progress. Returns null before the first read, `other` for another factory or chain. */
export async function readCursor(sql: SqlSession, subject: IndexSubject): Promise<IndexCursor | null | 'other'> {
  const row = await sql.queryOne<IndexProgress>(
    `SELECT chain_id AS "chainId", factory_address AS "factoryAddress", block_number AS "blockNumber",
       block_hash AS "blockHash" FROM chain_index`,
  );
  if (row === null || row.blockNumber === null || row.blockHash === null) return null;
  const same = row.chainId === String(subject.chainId) && row.factoryAddress === subject.factoryAddress;
  return same ? { blockNumber: Number(row.blockNumber), blockHash: row.blockHash } : 'other';
}

/**
 * Locks the index and renews the lease. Must come first in every writing transaction.
 * @returns hash of the last indexed block; null before the first
 * @throws {IndexLeaseLostError}
 */
export async function lockIndex(tx: SqlSession, { fence }: IndexLease, leaseMs: number): Promise<string | null> {
  const row = await tx.queryOne<{ blockHash: string | null }>(
    `UPDATE chain_index SET lease_until = now() + $2 * interval '1 ms',
       open_xid = pg_snapshot_xmin(pg_current_snapshot()) WHERE fence = $1
     RETURNING block_hash AS "blockHash"`,
    [fence, leaseMs],
  );
  if (row === null) throw new IndexLeaseLostError();
  return row.blockHash;
}

/** Records the indexed subject and block, and the head that it shows; null before the first block. */
export async function moveCursor(
  tx: SqlSession,
  subject: IndexSubject,
  cursor: (IndexCursor & { blockTime: Date }) | null,
): Promise<void> {
  await tx.query(
    `UPDATE chain_index SET chain_id = $1, factory_address = $2, base_unit = ('1e-' || $3::integer)::numeric,
       confirmations = $4::integer, block_number = $5::bigint, block_hash = $6, block_time = $7, updated_at = now(),
       head_number = GREATEST(head_number, $5::bigint + $4::integer - 1),
       started_at = CASE WHEN $5::bigint IS NULL THEN now() ELSE started_at END`,
    [
      subject.chainId,
      subject.factoryAddress,
      subject.decimals,
      subject.confirmations,
      cursor?.blockNumber ?? null,
      cursor?.blockHash ?? null,
      cursor?.blockTime ?? null,
    ],
  );
}
