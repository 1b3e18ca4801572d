import { toReason } from './chain-unavailable.js';
import { type ChainRpc, toBlockTag } from './chain-rpc.js';
import { ChainUnavailableError } from './chain.js';
import { EVENT_TOPICS } from './contracts/decode-event.js';
import { type BlockRef, type LogRange, LogSource, LogSourceError, type RangeLogs } from './log-source.js';
import { parseBlock, parseLogs } from './parse-answer.js';

const TOPICS = Object.values(EVENT_TOPICS);

export class RpcLogSource extends LogSource {
  constructor(private readonly rpc: ChainRpc) {
    super();
  }

  head(): Promise<BlockRef> {
    return translateErrors(async () => parseBlockRef(await this.rpc.send('eth_getBlockByNumber', ['latest', false])));
  }

  blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]> {
    return translateErrors(() => Promise.all(blockNumbers.map((blockNumber) => this.block(blockNumber))));
  }

  /** Asks for the last block and the logs in one batch, which gateways pass to one node. */
  logs({ fromBlock, toBlock, addresses }: LogRange): Promise<RangeLogs> {
    const range = { fromBlock: toBlockTag(fromBlock), toBlock: toBlockTag(toBlock) };
    const filter = { ...range, ...(addresses && { address: addresses }), topics: [TOPICS] };
    return translateErrors(async () => {
      const [end, logs] = await Promise.all([this.block(toBlock), this.rpc.send('eth_getLogs', [filter])]);
      return { end, logs: parseLogs(logs) };
    });
  }

  private async block(blockNumber: number): Promise<BlockRef | null> {
    const answer = await this.rpc.send('eth_getBlockByNumber', [toBlockTag(blockNumber), false]);
    return answer === null ? null : parseBlockRef(answer);
  }
}

function parseBlockRef(answer: unknown): BlockRef {
  const { blockNumber, blockHash, timestampMs } = parseBlock(answer);
  return { blockNumber, blockHash, timestampMs };
}

async function translateErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    throw Object.assign(new LogSourceError(error.message), { code: toReason(error) });
  }
}
