import type { BlockRef } from '@app/chain';
import { type CorrectedExecutions, correctExecutions } from '@app/engine';
import { type Database, NOTIFICATION_CHANNEL, type SqlSession } from '@app/persistence';
import type { EventBatch } from '../domain/event-batch.js';
import { collectAffectedKeys } from '../domain/affected-keys.js';
import { INDEX_ADVANCED } from '../index-channels.js';
import { addCheckpoint, findCheckpoint, findMiddleCheckpoint } from './checkpoints.js';
import {
  acquireIndex,
  type IndexCursor,
  type IndexLease,
  IndexMovedError,
  type IndexSubject,
  lockIndex,
  moveCursor,
  readCursor,
  releaseIndex,
  renewIndex,
  takeOverIndex,
} from './index-lease.js';
import { insertBatch } from './insert-events.js';
import { project } from './project.js';
import { removeAll, rollBack } from './roll-back.js';

/**
 * Replaces the default statement timeout in writing transactions. A market with many holders exceeds the default, and
 * every retry would be cut off again.
 */
const STATEMENT_TIMEOUT = '30min';

/** Events of the blocks after `from`, up to `upTo`. */
interface Appended {
  /** Null before the first block. */
  from: IndexCursor | null;
  batch: EventBatch;
  upTo: BlockRef;
}

/** Reads and writes the indexer's rows. Every write includes the cursor and is guarded by the lease's fence. */
export class IndexStore {
  constructor(
    private readonly database: Database,
    private readonly subject: IndexSubject,
    readonly leaseMs: number,
  ) {}

  acquire(): Promise<IndexLease | null> {
    return acquireIndex(this.database, this.leaseMs);
  }

  /** Takes the lease from its holder, for an operator. */
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

  /** Returns null before the first read, `other` for rows of another factory or chain. */
  cursor(): Promise<IndexCursor | null | 'other'> {
    return readCursor(this.database, this.subject);
  }

  checkpointAtMost(blockNumber: number): Promise<IndexCursor | null> {
    return findCheckpoint(this.database, blockNumber);
  }

  checkpointBetween(bounds: { above: number; below: number }): Promise<IndexCursor | null> {
    return findMiddleCheckpoint(this.database, bounds);
  }

  /** Returns the addresses, in lower case, that are markets of the factory. */
  async knownMarkets(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    if (addresses.length === 0) return new Set();
    const rows = await this.database.query<{ address: string }>(
      `SELECT market_contract_address AS address FROM chain_markets WHERE market_contract_address = ANY ($1::text[])`,
      [addresses],
    );
    return new Set(rows.map(({ address }) => address));
  }

  /** Returns the next addresses, in lower case, of markets of the factory. */
  async listMarkets({ after, limit }: { after: string; limit: number }): Promise<string[]> {
    const rows = await this.database.query<{ address: string }>(
      `SELECT market_contract_address AS address FROM chain_markets WHERE market_contract_address > $1
       ORDER BY market_contract_address LIMIT $2`,
      [after, limit],
    );
    return rows.map(({ address }) => address);
  }

  /**
   * Adds the events up to a block and updates derived rows, and executions that had ended otherwise.
   * @throws {IndexLeaseLostError, IndexMovedError}
   */
  async append(lease: IndexLease, { from, batch, upTo }: Appended): Promise<CorrectedExecutions> {
    return this.write(lease, async (tx, blockHash) => {
      if (blockHash !== (from?.blockHash ?? null)) throw new IndexMovedError();
      if (batch.events.length > 0) {
        await insertBatch(tx, batch);
        await project(tx, collectAffectedKeys(batch.events));
      }
      const corrected = await correctExecutions(tx, upTo.blockNumber);
      // Last, because it may lock heads of event logs.
      await this.moveTo(tx, upTo);
      return corrected;
    });
  }

  /** Removes all events after the block, all if it is null. Returns their number. @throws {IndexLeaseLostError} */
  async rollBack(lease: IndexLease, to: BlockRef | null): Promise<number> {
    return this.write(lease, async (tx) => {
      const removed = await (to === null ? removeAll(tx) : rollBack(tx, to.blockNumber));
      await this.moveTo(tx, to);
      return removed;
    });
  }

  /**
   * Removes all events so that a worker reads them again. The logs of agents and markets keep them. What the
   * index lacks when it passes their blocks again is then undone.
   * @throws {IndexLeaseLostError}
   */
  async clear(lease: IndexLease): Promise<number> {
    return this.write(lease, async (tx) => {
      await tx.query(`SELECT set_config('presage.rebuilding', 'on', true)`);
      const removed = await removeAll(tx);
      await this.moveTo(tx, null);
      return removed;
    });
  }

  private async moveTo(tx: SqlSession, to: BlockRef | null): Promise<void> {
    if (to === null) return moveCursor(tx, this.subject, null);
    await addCheckpoint(tx, to);
    await moveCursor(tx, this.subject, { ...to, blockTime: new Date(to.timestampMs) });
  }

  private async write<T>(
    lease: IndexLease,
    work: (tx: SqlSession, blockHash: string | null) => Promise<T>,
  ): Promise<T> {
    return this.database.longTransaction(async (tx) => {
      const blockHash = await lockIndex(tx, lease, this.leaseMs);
      await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [STATEMENT_TIMEOUT]);
      const result = await work(tx, blockHash);
      await tx.query('SELECT pg_notify($1, $2)', [NOTIFICATION_CHANNEL, INDEX_ADVANCED]);
      return result;
    });
  }
}
