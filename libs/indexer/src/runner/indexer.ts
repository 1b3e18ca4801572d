import type { Logger } from '@app/observability';
import { AdaptiveBlockRange } from '../domain/adaptive-block-range.js';
import { type BlockRef, type LogSource, LogSourceError } from '../domain/log-source.js';
import { type IndexCursor, type IndexLease, IndexLeaseLostError } from '../persistence/index-lease.js';
import type { IndexStore } from '../persistence/index-store.js';
import { findAncestor } from './find-ancestor.js';
import { type ReadRange, readRange } from './read-range.js';

export interface IndexerParts {
  source: LogSource;
  store: IndexStore;
  log: Logger;
  settings: {
    /** Lower case. */
    factoryAddress: string;
    /** Nothing of ours is on the chain before it. */
    startBlock: number;
    /** Blocks, its own included, after which a block is read. */
    confirmations: number;
  };
}

/** Further behind than this is said in the log, once until it has caught up. */
const BEHIND_BLOCKS = 50;

/**
 * Follows the chain: reads events from the cursor on, and takes back what a reorganisation has undone. Any number of
 * workers may run one; the lease lets one of them write. Ended at any point, the next round goes on where the last commit
 * was.
 */
export class Indexer {
  private lease: IndexLease | null = null;
  private readonly span = new AdaptiveBlockRange();
  private behind = false;
  private ending = false;

  constructor(private readonly parts: IndexerParts) {}

  /**
   * Brings the read models as far as the chain is confirmed, if no other worker does.
   * @throws {LogSourceError} when the chain cannot be read; the next round goes on
   */
  async round(): Promise<void> {
    const { source, store } = this.parts;
    this.lease ??= await store.acquire();
    if (this.lease === null) return;
    try {
      const head = await source.head();
      await store.renew(this.lease, head.blockNumber);
      await this.follow(this.lease, head);
    } catch (error) {
      if (!(error instanceof IndexLeaseLostError)) throw error;
      this.lease = null;
      this.parts.log.warn({ event: 'index.lease_lost' });
    }
  }

  /** Ends the round that runs after the batch in hand, and lets another worker go on at once. */
  async close(): Promise<void> {
    this.ending = true;
    if (this.lease !== null) await this.parts.store.release(this.lease);
  }

  /** Stops between two batches; `close` is to follow once the round has ended. */
  stop(): void {
    this.ending = true;
  }

  private async follow(lease: IndexLease, head: BlockRef): Promise<void> {
    const { source, store, settings, log } = this.parts;
    const target = head.blockNumber - settings.confirmations + 1;
    let cursor = await this.startingCursor(lease);
    if (cursor !== null && target <= cursor.blockNumber) {
      if (await this.isCanonical(head, target)) return;
      cursor = await this.undo(lease, cursor);
    }
    this.sayWhenBehind(target, cursor);
    while (!this.ending && target > (cursor?.blockNumber ?? settings.startBlock - 1)) {
      const range = await this.read(cursor, target);
      if (range === 'moved') return;
      if (range === 'reorganised') {
        if (cursor !== null) cursor = await this.undo(lease, cursor);
        continue;
      }
      await store.append(lease, range.batch, range.upTo);
      cursor = range.upTo;
      this.span.answered(range.logs);
      if (target > cursor.blockNumber) await store.renew(lease, (await source.head()).blockNumber);
    }
    if (this.behind && !this.ending) {
      this.behind = false;
      log.info({ event: 'index.caught_up', blockNumber: cursor?.blockNumber ?? null });
    }
  }

  /** Rows of another factory or chain say nothing about this one. */
  private async startingCursor(lease: IndexLease): Promise<IndexCursor | null> {
    const cursor = await this.parts.store.cursor();
    if (cursor !== 'other') return cursor;
    this.parts.log.warn({ event: 'index.other_factory' });
    await this.parts.store.rollBack(lease, null);
    return null;
  }

  /**
   * Nothing new to read: whether what was read is still the chain. A node that is merely behind has our blocks, and then
   * there is nothing to undo.
   */
  private async isCanonical(head: BlockRef, target: number): Promise<boolean> {
    const checkpoint = await this.parts.store.checkpointAtMost(target);
    if (checkpoint === null) return true;
    const at = checkpoint.blockNumber;
    const [block] = at === head.blockNumber ? [head] : await this.parts.source.blocks([at]);
    return block?.blockHash === checkpoint.blockHash;
  }

  private async undo(lease: IndexLease, cursor: IndexCursor): Promise<IndexCursor | null> {
    const { source, store, log } = this.parts;
    const ancestor = await findAncestor(source, store, { blockNumber: cursor.blockNumber + 1 });
    const events = await store.rollBack(lease, ancestor);
    log.warn({
      event: 'index.reorganised',
      fromBlock: cursor.blockNumber,
      toBlock: ancestor?.blockNumber ?? null,
      eventsUndone: events,
    });
    return ancestor;
  }

  /** As many blocks as the node answers. A refusal is told from a node that is away by asking it something small. */
  private async read(cursor: IndexCursor | null, target: number): Promise<ReadRange | 'reorganised' | 'moved'> {
    const { source, store, settings, log } = this.parts;
    const fromBlock = cursor === null ? settings.startBlock : cursor.blockNumber + 1;
    for (;;) {
      // The first block alone, so that a chain that was begun anew is told from this one however short it still is.
      const toBlock = cursor === null ? fromBlock : Math.min(target, fromBlock + this.span.blocks - 1);
      try {
        const request = { cursor, fromBlock, toBlock, factoryAddress: settings.factoryAddress };
        return await readRange(source, store, request);
      } catch (error) {
        if (!(error instanceof LogSourceError) || !this.span.refused()) throw error;
        await source.head();
        log.info({ event: 'index.range_refused', fromBlock, toBlock });
      }
    }
  }

  private sayWhenBehind(target: number, cursor: IndexCursor | null): void {
    const lagBlocks = target - (cursor?.blockNumber ?? this.parts.settings.startBlock - 1);
    if (this.behind || lagBlocks <= BEHIND_BLOCKS) return;
    this.behind = true;
    this.parts.log.warn({ event: 'index.behind', lagBlocks });
  }
}
