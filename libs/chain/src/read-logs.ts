import { AdaptiveBlockRange } from './adaptive-block-range.js';
import { type ChainRpc, toBlockTag } from './chain-rpc.js';
import { ChainUnavailableError } from './chain.js';
import type { ChainLog } from './log-source.js';
import { parseLogs } from './parse-answer.js';

/** Filter of `eth_getLogs` without a block range. */
export interface LogFilter {
  readonly address?: string;
  readonly topics: readonly (string | readonly string[] | null)[];
}

export interface Blocks {
  readonly fromBlock: number;
  /** Included. */
  readonly toBlock: number;
}

/** Reads the matching logs in chain order, in as many queries as the node's limits require. Yields the answer to each. */
export async function* readLogs(
  rpc: ChainRpc,
  filter: LogFilter,
  { fromBlock, toBlock }: Blocks,
): AsyncGenerator<ChainLog[]> {
  const range = new AdaptiveBlockRange();
  for (let from = fromBlock; from <= toBlock;) {
    const to = Math.min(toBlock, from + range.blocks - 1);
    let logs: ChainLog[];
    try {
      logs = parseLogs(
        await rpc.send('eth_getLogs', [{ fromBlock: toBlockTag(from), toBlock: toBlockTag(to), ...filter }]),
      );
    } catch (error) {
      if (!(error instanceof ChainUnavailableError) || !range.shrink(to - from + 1)) throw error;
      // A small query distinguishes a refusal from an outage.
      await rpc.send('eth_getBlockByNumber', ['latest', false]);
      continue;
    }
    yield logs;
    range.recordLogs(logs.length);
    from = to + 1;
  }
}
