import { type ChainRpc, toBlockTag } from './chain-rpc.js';
import type { Effect } from './chain.js';
import { type Block, parseBlock } from './parse-answer.js';
import { type LogFilter, readLogs } from './read-logs.js';

export interface Period {
  readonly fromMs: number;
  /** Present time of the clock of `fromMs`. */
  readonly nowMs: number;
  /** Null for no end. */
  readonly toMs: number | null;
}

/**
 * Finds the first matching log among the blocks of the period. The period starts as long before the head as before the present
 * if that is earlier: the clock may be ahead of the chain's.
 */
export async function findEffect(
  rpc: ChainRpc,
  filter: LogFilter,
  { fromMs, nowMs, toMs }: Period,
): Promise<Effect | null> {
  const head = await readBlock(rpc, 'latest');
  const toBlock = toMs === null ? head.blockNumber : (await firstBlockAt(rpc, toMs + 1, head)) - 1;
  const fromBlock = await firstBlockAt(rpc, Math.min(fromMs, fromMs - nowMs + head.timestampMs), head);
  for await (const [log] of readLogs(rpc, filter, { fromBlock, toBlock })) {
    if (log !== undefined) return log;
  }
  return null;
}

/** Number of the first block at or after that time, by bisection; the number after the head's when there is none. */
async function firstBlockAt(rpc: ChainRpc, ms: number, head: Block): Promise<number> {
  if (head.timestampMs < ms) return head.blockNumber + 1;
  let [low, high] = [0, head.blockNumber];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await readBlock(rpc, middle)).timestampMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function readBlock(rpc: ChainRpc, block: number | 'latest'): Promise<Block> {
  return parseBlock(await rpc.send('eth_getBlockByNumber', [toBlockTag(block), false]));
}
