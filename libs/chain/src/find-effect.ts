import { AdaptiveBlockRange } from '@app/indexer';
import { ChainUnavailableError, type Effect } from '@app/engine';
import { type ChainRpc, tagOf } from './chain-rpc.js';
import { type Block, parseBlock, parseLogs } from './parse-answer.js';

/** Filter of `eth_getLogs` without a block range. */
export interface LogFilter {
  readonly address: string;
  readonly topics: readonly (string | readonly string[] | null)[];
}

export interface Period {
  readonly fromMs: number;
  /** Null for no end. */
  readonly toMs: number | null;
}

/** Finds the first matching log among the blocks of the period, in as many queries as the node's range limit requires. */
export async function findEffect(rpc: ChainRpc, filter: LogFilter, { fromMs, toMs }: Period): Promise<Effect | null> {
  const head = await readBlock(rpc, 'latest');
  const lastBlock = toMs === null ? head.blockNumber : (await firstBlockAt(rpc, toMs + 1, head)) - 1;
  const range = new AdaptiveBlockRange();
  let fromBlock = await firstBlockAt(rpc, fromMs, head);
  while (fromBlock <= lastBlock) {
    const toBlock = Math.min(lastBlock, fromBlock + range.blocks - 1);
    try {
      const answer = await rpc.send('eth_getLogs', [
        { fromBlock: tagOf(fromBlock), toBlock: tagOf(toBlock), ...filter },
      ]);
      const logs = parseLogs(answer);
      const [log] = logs;
      if (log !== undefined) return log;
      range.recordLogs(logs.length);
      fromBlock = toBlock + 1;
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || !range.shrink(toBlock - fromBlock + 1)) throw error;
      // A small query distinguishes a refusal from an outage.
      await readBlock(rpc, 'latest');
    }
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
  return parseBlock(await rpc.send('eth_getBlockByNumber', [tagOf(block), false]));
}
