import { type Database, NOTIFICATION_CHANNEL, type Sql } from '@app/persistence';
import type { EventBatch } from '../domain/event-batch.js';
import type { BlockRef } from '../domain/log-source.js';
import { touchedBy } from '../domain/affected-keys.js';
import { INDEX_ADVANCED } from '../index-channels.js';
import { addCheckpoint, findCheckpoint, findMiddleCheckpoint } from './checkpoints.js';
import {
  acquireIndex,
  type IndexCursor,
  type IndexLease,
  type IndexSubject,
  lockIndex,
  moveCursor,
  readCursor,
  releaseIndex,
  renewIndex,
  takeOverIndex,
} from './index-lease.js';
import { insertBatch } from './insert-events.js';
import { disableSeqScan } from './disable-seq-scan.js';
import { project } from './project.js';
import { rollBack } from './roll-back.js';

/**
 * A market with many holders, or a whole chain, may take longer than a statement usually may. Cut off, it would be tried
 * again and cut off again.
 */
const STATEMENT_TIMEOUT = '30min';
/** Below every block there is. */
const BEFORE_ALL = -1;

/** The rows that the indexer keeps. Whatever it writes goes together with the cursor, under the lease's fence. */
export class IndexStore {
  constructor(
    private readonly database: Database,
    private readonly subject: IndexSubject,
    private readonly leaseMs: number,
  ) {}

  acquire(): Promise<IndexLease | null> {
    return acquireIndex(this.database, this.leaseMs);
  }

  /** For an operator: whoever held the lease finds it lost. */
  takeOver(): Promise<IndexLease> {
    return takeOverIndex(this.database, this.leaseMs);
  }

  /** @throws {IndexLeaseLostError} */
  renew(lease: IndexLease, headNumber: number): Promise<void> {
    return renewIndex(this.database, lease, { leaseMs: this.leaseMs, headNumber });
  }

  release(lease: IndexLease): Promise<void> {
    return releaseIndex(this.database, lease);
  }

  /** Null before the first reading; `other` when the rows are of another factory or chain. */
  cursor(): Promise<IndexCursor | null | 'other'> {
    return readCursor(this.database, this.subject);
  }

  checkpointAtMost(blockNumber: number): Promise<IndexCursor | null> {
    return findCheckpoint(this.database, blockNumber);
  }

  checkpointBetween(span: { above: number; below: number }): Promise<IndexCursor | null> {
    return findMiddleCheckpoint(this.database, span);
  }

  /** Those of the addresses, in lower case, that are markets of our factory. */
  async knownMarkets(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ address: string }>(
      `SELECT market_contract_address AS address FROM chain_markets WHERE market_contract_address = ANY ($1::text[])`,
      [addresses],
    );
    return new Set(rows.map(({ address }) => address));
  }

  /** Adds the events after the cursor, up to a block, and all that follows from them. @throws {IndexLeaseLostError} */
  async append(lease: IndexLease, batch: EventBatch, upTo: BlockRef): Promise<void> {
    await this.write(lease, async (tx) => {
      if (batch.events.length > 0) {
        await insertBatch(tx, batch);
        await project(tx, touchedBy(batch.events));
      }
      await this.moveTo(tx, upTo);
    });
  }

  /**
   * Takes back every event after the block, or all of them when there is none. Answers how many.
   * @throws {IndexLeaseLostError}
   */
  async rollBack(lease: IndexLease, to: BlockRef | null): Promise<number> {
    return this.write(lease, async (tx) => {
      const gone = await rollBack(tx, to?.blockNumber ?? BEFORE_ALL);
      await this.moveTo(tx, to);
      return gone;
    });
  }

  private async moveTo(tx: Sql, to: BlockRef | null): Promise<void> {
    if (to === null) return moveCursor(tx, this.subject, null);
    await addCheckpoint(tx, to);
    await moveCursor(tx, this.subject, { ...to, blockTime: new Date(to.timestampMs) });
  }

  private async write<T>(lease: IndexLease, work: (tx: Sql) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await lockIndex(tx, lease);
      await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [STATEMENT_TIMEOUT]);
      await disableSeqScan(tx);
      const result = await work(tx);
      await tx.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, INDEX_ADVANCED]);
      return result;
    });
  }
}
