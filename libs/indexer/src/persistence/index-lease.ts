import type { Sql } from '@app/persistence';

/** The right to write what was read, until the database's clock says otherwise. */
export interface IndexLease {
  fence: string;
}

/** A block up to which every event has been read. */
export interface IndexCursor {
  blockNumber: number;
  blockHash: string;
}

/** What is indexed: one factory on one chain. */
export interface IndexSubject {
  chainId: number;
  /** Lower case. */
  factoryAddress: string;
  /** Of the collateral. */
  decimals: number;
  confirmations: number;
}

/** Somebody else indexes by now; what was read is theirs to write. */
export class IndexLeaseLostError extends Error {
  constructor() {
    super('another worker holds the index');
    this.name = 'IndexLeaseLostError';
  }
}

/** Takes the lease that nobody holds. Null when somebody does. */
export async function acquireIndex(sql: Sql, leaseMs: number): Promise<IndexLease | null> {
  return sql.queryOne<{ fence: string }>(
    `UPDATE chain_index SET fence = fence + 1, lease_until = now() + $1 * interval '1 ms'
     WHERE lease_until IS NULL OR lease_until <= now() RETURNING fence`,
    [leaseMs],
  );
}

/** Takes the lease from whoever holds it: nothing that was read under the former fence is written any more. */
export async function takeOverIndex(sql: Sql, leaseMs: number): Promise<IndexLease> {
  const row = await sql.queryOne<{ fence: string }>(
    `UPDATE chain_index SET fence = fence + 1, lease_until = now() + $1 * interval '1 ms' RETURNING fence`,
    [leaseMs],
  );
  if (row === null) throw new Error('the index has no row');
  return row;
}

/** Prolongs what is still ours, and notes how far the chain has come. @throws {IndexLeaseLostError} */
export async function renewIndex(
  sql: Sql,
  { fence }: IndexLease,
  { leaseMs, headNumber }: { leaseMs: number; headNumber: number },
): Promise<void> {
  const row = await sql.queryOne(
    `UPDATE chain_index SET lease_until = now() + $2 * interval '1 ms', head_number = $3, updated_at = now()
     WHERE fence = $1 AND lease_until > now() RETURNING 1`,
    [fence, leaseMs, headNumber],
  );
  if (row === null) throw new IndexLeaseLostError();
}

/** Lets another worker go on at once. Without effect when the lease is lost already. */
export async function releaseIndex(sql: Sql, { fence }: IndexLease): Promise<void> {
  await sql.query('UPDATE chain_index SET lease_until = NULL WHERE fence = $1', [fence]);
}

type IndexRow = {
  chain_id: string | null;
  factory_address: string | null;
  block_number: string | null;
  block_hash: string | null;
};

/** How far the subject was read; null at the beginning, `other` when what is there is of another factory or chain. */
export async function readCursor(sql: Sql, subject: IndexSubject): Promise<IndexCursor | null | 'other'> {
  const row = await sql.queryOne<IndexRow>(
    'SELECT chain_id, factory_address, block_number, block_hash FROM chain_index',
  );
  if (row === null || row.block_number === null || row.block_hash === null) return null;
  const same = row.chain_id === String(subject.chainId) && row.factory_address === subject.factoryAddress;
  return same ? { blockNumber: Number(row.block_number), blockHash: row.block_hash } : 'other';
}

/** To be the first thing in every writing transaction: nobody else writes until it ends. @throws {IndexLeaseLostError} */
export async function lockIndex(tx: Sql, { fence }: IndexLease): Promise<void> {
  const row = await tx.queryOne('SELECT 1 FROM chain_index WHERE fence = $1 AND lease_until > now() FOR UPDATE', [
    fence,
  ]);
  if (row === null) throw new IndexLeaseLostError();
}

/** Says what the rows are of, as of which block; null when they are of none. */
export async function moveCursor(
  tx: Sql,
  subject: IndexSubject,
  cursor: (IndexCursor & { blockTime: Date }) | null,
): Promise<void> {
  await tx.query(
    `UPDATE chain_index SET chain_id = $1, factory_address = $2, base_unit = ('1e-' || $3::integer)::numeric,
       confirmations = $4, block_number = $5, block_hash = $6, block_time = $7, updated_at = now()`,
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
