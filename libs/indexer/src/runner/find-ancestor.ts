import type { BlockRef, LogSource } from '../domain/log-source.js';
import type { IndexStore } from '../persistence/index-store.js';

/**
 * Finds the highest checkpoint that is still on the chain, by bisection: a chain with one of the blocks has all earlier
 * ones. Returns null if none is left.
 */
export async function findAncestor(
  source: LogSource,
  store: Pick<IndexStore, 'checkpointBetween'>,
  orphaned: { blockNumber: number },
): Promise<BlockRef | null> {
  let ancestor: BlockRef | null = null;
  let below = orphaned.blockNumber;
  for (;;) {
    const checkpoint = await store.checkpointBetween({ above: ancestor?.blockNumber ?? -1, below });
    if (checkpoint === null) return ancestor;
    const [block] = await source.blocks([checkpoint.blockNumber]);
    if (block?.blockHash === checkpoint.blockHash) ancestor = block;
    else below = checkpoint.blockNumber;
  }
}
