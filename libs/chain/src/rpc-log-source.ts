import { EVENT_TOPICS } from '@app/contracts';
import { ChainUnavailableError } from '@app/engine';
import { type BlockRef, LogSource, LogSourceError, type ChainLog } from '@app/indexer';
import { type JsonRpc, tagOf } from './json-rpc.js';
import { parseBlock, parseLogs } from './parse-answer.js';

const TOPICS = Object.values(EVENT_TOPICS);

/** Blocks and logs, asked from one node. */
export class RpcLogSource extends LogSource {
  constructor(private readonly rpc: JsonRpc) {
    super();
  }

  head(): Promise<BlockRef> {
    return translated(async () => markOf(await this.rpc.send('eth_getBlockByNumber', ['latest', false])));
  }

  blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]> {
    return translated(() => Promise.all(blockNumbers.map((blockNumber) => this.block(blockNumber))));
  }

  logs({ fromBlock, toBlock }: { fromBlock: number; toBlock: number }): Promise<ChainLog[]> {
    const filter = { fromBlock: tagOf(fromBlock), toBlock: tagOf(toBlock), topics: [TOPICS] };
    return translated(async () => parseLogs(await this.rpc.send('eth_getLogs', [filter])));
  }

  private async block(blockNumber: number): Promise<BlockRef | null> {
    const answer = await this.rpc.send('eth_getBlockByNumber', [tagOf(blockNumber), false]);
    return answer === null ? null : markOf(answer);
  }
}

function markOf(answer: unknown): BlockRef {
  const { blockNumber, blockHash, timestampMs } = parseBlock(answer);
  return { blockNumber, blockHash, timestampMs };
}

async function translated<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ChainUnavailableError ? new LogSourceError(error.message) : error;
  }
}
