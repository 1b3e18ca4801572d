import { type BlockRef, type LogSource, LogSourceError } from '../domain/log-source.js';
import type { IndexStore } from '../persistence/index-store.js';

export interface Bounds {
  /** Number above those of all checkpoints that may be the ancestor. */
  below: number;
  /** Number of the newest block of the chain. */
  head: number;
}

/**
 * Finds the highest checkpoint that is still on the chain, by bisection: a chain with one of the blocks has all earlier
 * ones. Returns null if none is left.
 * @throws {LogSourceError} also when a node lacks a block up to the head: it only lags
 */
export async function findAncestor(
  source: LogSource,
  store: Pick<IndexStore, 'checkpointBetween'>,
  bounds: Bounds,
): Promise<BlockRef | null> {
  let ancestor: BlockRef | null = null;
  let { below } = bounds;
  for (;;) {
    const checkpoint = await store.checkpointBetween({ above: ancestor?.blockNumber ?? -1, below });
    if (checkpoint === null) return ancestor;
    const [block = null] = await source.blocks([checkpoint.blockNumber]);
    if (block === null && checkpoint.blockNumber <= bounds.head) throw new LogSourceError('a block below the head');
    if (block?.blockHash === checkpoint.blockHash) ancestor = block;
    else below = checkpoint.blockNumber;
  }
}
