import { AdaptiveBlockRange, type BlockRef, type LogSource, LogSourceError } from '@app/chain';
import type { Logger, Metrics } from '@app/observability';
import { type IndexCursor, type IndexLease, IndexLeaseLostError } from '../persistence/index-lease.js';
import type { IndexStore } from '../persistence/index-store.js';
import { findAncestor } from './find-ancestor.js';
import { type ReadRange, readRange } from './read-range.js';

export interface IndexerDependencies {
  source: LogSource;
  store: IndexStore;
  log: Logger;
  metrics: Metrics;
  settings: {
    /** Lower case. */
    factoryAddress: string;
    /** Block of the factory's creation. */
    startBlock: number;
    /** Confirmations, its own block included, after which a block is indexed. */
    confirmations: number;
  };
}

/** Reads of a range in one poll that may find another node or chain than the one before: nodes of one address take turns. */
const MAX_MOVED_READS = 10;

/** Lag in blocks above which the indexer logs `index.behind`, once until it has caught up. */
const MAX_LAG_BLOCKS = 50;

/**
 * Indexes the chain from the cursor, and rolls back what a reorganisation removed. Any number of workers may run an
 * indexer; the lease lets one of them write. After an interruption, the next poll continues at the last commit.
 */
export class Indexer {
  private lease: IndexLease | null = null;
  private readonly blockRange = new AdaptiveBlockRange();
  private behind = false;
  /** Whether this poll reads logs by address. */
  private byAddress = false;
  /** Single blocks whose logs the node refused since it last answered a query by topic. */
  private refusedBlocks = 0;
  private stopping = false;
  /** Cursor that this worker wrote last under its lease; undefined until it is read. */
  private cursor: IndexCursor | null | undefined;
  /** Last renewal of the lease, by the process's monotonic clock, and the head recorded with it. */
  private renewal = { headNumber: -1, atMs: -Infinity };

  constructor(private readonly dependencies: IndexerDependencies) {}

  /**
   * Indexes all confirmed blocks, unless another worker holds the lease.
   * @returns `idle` when another worker holds it
   * @throws {LogSourceError} when the chain cannot be read; the next poll continues
   */
  async poll(): Promise<'idle' | undefined> {
    const { source, store } = this.dependencies;
    this.lease ??= await store.acquire();
    if (this.lease === null) return 'idle';
    try {
      await this.advance(this.lease, await source.head());
    } catch (error) {
      this.cursor = undefined;
      if (!(error instanceof IndexLeaseLostError)) throw error;
      this.lease = null;
      this.dependencies.log.info({ event: 'index.lease_lost' });
    }
    return undefined;
  }

  /** Stops after the current batch and releases the lease. */
  async close(): Promise<void> {
    this.stopping = true;
    if (this.lease !== null) await this.dependencies.store.release(this.lease);
  }

  /** Stops after the current batch. Call `close` once the poll has ended. */
  stop(): void {
    this.stopping = true;
  }

  private async advance(lease: IndexLease, head: BlockRef): Promise<void> {
    const { store, settings, log, metrics } = this.dependencies;
    const target = head.blockNumber - settings.confirmations + 1;
    let cursor = await this.startingCursor(lease);
    // The transaction of a next block renews the lease, too.
    if (cursor === null || target !== cursor.blockNumber + 1) await this.renewIfDue(lease, head.blockNumber);
    this.byAddress = false;
    if (cursor !== null && target <= cursor.blockNumber) {
      if (await this.isCanonical(head, target, cursor)) return;
      cursor = await this.rollBackToAncestor(lease, cursor, head);
    }
    this.logLag(target, cursor);
    let movedReads = 0;
    while (!this.stopping && target > (cursor?.blockNumber ?? settings.startBlock - 1)) {
      const range = await this.read(lease, cursor, target);
      if (range === 'moved') {
        movedReads += 1;
        if (movedReads === MAX_MOVED_READS) return;
        continue;
      }
      if (range === 'reorganised') {
        if (cursor !== null) cursor = await this.rollBackToAncestor(lease, cursor, head);
        continue;
      }
      const { reopened, late } = await store.append(lease, { ...range, from: cursor });
      for (const { executionId } of reopened) log.warn({ event: 'execution.reopened', executionId });
      for (const { intentId } of late) log.warn({ event: 'execution.restored', intentId });
      for (const { action } of [...reopened, ...late]) metrics.count('presage_executions_reopened_total', { action });
      cursor = this.cursor = range.upTo;
      this.renewal = { headNumber: head.blockNumber, atMs: performance.now() };
      this.blockRange.recordLogs(range.logs);
      if (target > cursor.blockNumber) await this.renew(lease);
    }
    if (this.behind && !this.stopping) {
      this.behind = false;
      log.info({ event: 'index.caught_up', blockNumber: cursor?.blockNumber ?? null });
    }
  }

  /** Discards rows of another factory or chain. */
  private async startingCursor(lease: IndexLease): Promise<IndexCursor | null> {
    if (this.cursor !== undefined) return this.cursor;
    const cursor = await this.dependencies.store.cursor();
    if (cursor !== 'other') return (this.cursor = cursor);
    this.dependencies.log.warn({ event: 'index.other_factory' });
    await this.dependencies.store.rollBack(lease, null);
    return (this.cursor = null);
  }

  /**
   * Whether the indexed blocks are still on the chain, checked when there is nothing new to read. A node that only lags
   * has the same blocks, or lacks them.
   */
  private async isCanonical(head: BlockRef, target: number, cursor: IndexCursor): Promise<boolean> {
    const isAtCursor = target === cursor.blockNumber;
    const checkpoint = isAtCursor ? cursor : await this.dependencies.store.checkpointAtMost(target);
    if (checkpoint === null) return true;
    const at = checkpoint.blockNumber;
    const [block = null] = at === head.blockNumber ? [head] : await this.dependencies.source.blocks([at]);
    return block === null || block.blockHash === checkpoint.blockHash;
  }

  private async rollBackToAncestor(
    lease: IndexLease,
    cursor: IndexCursor,
    head: BlockRef,
  ): Promise<IndexCursor | null> {
    const { source, store, log } = this.dependencies;
    const ancestor = await findAncestor(source, store, { below: cursor.blockNumber + 1, head: head.blockNumber });
    const events = await store.rollBack(lease, ancestor);
    log.warn({
      event: 'index.reorganised',
      fromBlock: cursor.blockNumber,
      toBlock: ancestor?.blockNumber ?? null,
      eventsUndone: events,
    });
    return (this.cursor = ancestor);
  }

  /**
   * Reads as many blocks as the node accepts. A small query after a failure distinguishes a refusal from an outage. Any
   * contract can emit more logs with our topics than the node returns of a block. When single blocks are refused twice in a
   * row, the rest of the poll reads by address.
   */
  private async read(
    lease: IndexLease,
    cursor: IndexCursor | null,
    target: number,
  ): Promise<ReadRange | 'reorganised' | 'moved'> {
    const { source, store, settings } = this.dependencies;
    const fromBlock = cursor === null ? settings.startBlock : cursor.blockNumber + 1;
    const request = { cursor, fromBlock, factoryAddress: settings.factoryAddress, renewLease: () => this.renew(lease) };
    for (;;) {
      // Reads the first block separately, so that its checkpoint identifies the chain even if a new one is short.
      const toBlock = cursor === null ? fromBlock : Math.min(target, fromBlock + this.blockRange.blocks - 1);
      try {
        const range = await readRange(source, store, { ...request, toBlock, byAddress: this.byAddress });
        if (!this.byAddress) this.refusedBlocks = 0;
        return range;
      } catch (error) {
        if (!(error instanceof LogSourceError)) throw error;
        const canShrink = this.blockRange.shrink(toBlock - fromBlock + 1);
        if (!canShrink && !this.byAddress) this.refusedBlocks += 1;
        if (!canShrink && (this.byAddress || this.refusedBlocks === 1)) throw error;
        await this.renew(lease);
        this.logRejection(fromBlock, toBlock);
        this.byAddress ||= !canShrink;
      }
    }
  }

  private async renew(lease: IndexLease): Promise<void> {
    await this.dependencies.store.renew(lease, (await this.dependencies.source.head()).blockNumber);
  }

  /** Renews the lease when a third of it has passed, or to record another head. */
  private async renewIfDue(lease: IndexLease, headNumber: number): Promise<void> {
    const { store } = this.dependencies;
    const isYoung = performance.now() - this.renewal.atMs < store.leaseMs / 3;
    if (isYoung && headNumber === this.renewal.headNumber) return;
    await store.renew(lease, headNumber);
    this.renewal = { headNumber, atMs: performance.now() };
  }

  /** Logs refused ranges until single blocks are refused, and the first of those that is read by address. */
  private logRejection(fromBlock: number, toBlock: number): void {
    const { log } = this.dependencies;
    if (this.refusedBlocks === 0) log.info({ event: 'index.range_refused', fromBlock, toBlock });
    if (this.refusedBlocks === 2) log.warn({ event: 'index.block_refused', blockNumber: fromBlock });
  }

  private logLag(target: number, cursor: IndexCursor | null): void {
    const lagBlocks = target - (cursor?.blockNumber ?? this.dependencies.settings.startBlock - 1);
    if (this.behind || lagBlocks <= MAX_LAG_BLOCKS) return;
    this.behind = true;
    this.dependencies.log.warn({ event: 'index.behind', lagBlocks });
  }
}
