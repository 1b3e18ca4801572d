import type { BlockRef, LogSource } from '../domain/log-source.js';
import type { IndexStore } from '../persistence/index-store.js';

/**
 * The highest checkpoint that is still a block of the chain, below one that is not: a chain that has one of our blocks has
 * all those before it, so halving finds it. Null when not one is left.
 */
export async function findAncestor(
  source: LogSource,
  store: Pick<IndexStore, 'checkpointBetween'>,
  lost: { blockNumber: number },
): Promise<BlockRef | null> {
  let ancestor: BlockRef | null = null;
  let below = lost.blockNumber;
  for (;;) {
    const checkpoint = await store.checkpointBetween({ above: ancestor?.blockNumber ?? -1, below });
    if (checkpoint === null) return ancestor;
    const [block] = await source.blocks([checkpoint.blockNumber]);
    if (block?.blockHash === checkpoint.blockHash) ancestor = block;
    else below = checkpoint.blockNumber;
  }
}
