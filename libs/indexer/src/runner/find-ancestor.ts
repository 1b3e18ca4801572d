import { type BlockRef, type LogSource, LogSourceError } from '@app/chain';
import type { IndexStore } from '../persistence/index-store.js';

export interface Bounds {
  /** Number above those of all checkpoints that may be the ancestor. */
  below: number;
  /** Number of the newest block of the chain. */
  head: number;
}

/**
 * Finds the highest checkpoint that is still on the chain: a chain with one of the blocks has all earlier ones. Steps back
 * from the newest checkpoint, each time twice as far, then bisects. A pruned node thus serves a shallow reorganisation.
 * Returns null if no checkpoint is left.
 * @throws {LogSourceError} also when a node lacks a block up to the head: it only lags
 */
export async function findAncestor(
  source: LogSource,
  store: Pick<IndexStore, 'checkpointAtMost' | 'checkpointBetween'>,
  bounds: Bounds,
): Promise<BlockRef | null> {
  let ancestor: BlockRef | null = null;
  let [above, below] = [-1, bounds.below];
  for (let stepBlocks = 1; ; stepBlocks *= 2) {
    const earlier = above < 0 ? await store.checkpointAtMost(below - stepBlocks) : null;
    const checkpoint = earlier ?? (await store.checkpointBetween({ above, below }));
    if (checkpoint === null) return ancestor;
    const at = checkpoint.blockNumber;
    const [block = null] = await source.blocks([at]);
    if (block === null && at <= bounds.head) throw new LogSourceError('a block below the head');
    if (block?.blockHash === checkpoint.blockHash) [ancestor, above] = [block, at];
    else below = at;
  }
}
