import { type EventBatch, readEvents } from '../domain/event-batch.js';
import { type BlockRef, type LogSource, LogSourceError, type ChainLog } from '../domain/log-source.js';
import type { IndexCursor } from '../persistence/index-lease.js';
import type { IndexStore } from '../persistence/index-store.js';

export interface RangeRequest {
  cursor: IndexCursor | null;
  fromBlock: number;
  toBlock: number;
  factoryAddress: string;
}

/** A range of one and the same chain, which is the one that the cursor stands on. */
export interface ReadRange {
  batch: EventBatch;
  upTo: BlockRef;
  logs: number;
}

/**
 * Reads the events of a range. The hash of its last block commits to all blocks before it, so when that hash and the
 * cursor's are the same before and after the logs were read, no reorganisation came between.
 * @returns `reorganised` when the cursor's block is gone, `moved` when the chain changed during the reading
 * @throws {LogSourceError}
 */
export async function readRange(
  source: LogSource,
  store: Pick<IndexStore, 'knownMarkets'>,
  request: RangeRequest,
): Promise<ReadRange | 'reorganised' | 'moved'> {
  const { cursor, fromBlock, toBlock, factoryAddress } = request;
  const before = await ends(source, request);
  if (cursor !== null && before.start?.blockHash !== cursor.blockHash) return 'reorganised';
  if (before.end === null) return 'moved';
  const logs = await source.logs({ fromBlock, toBlock });
  const times = await timesOf(source, logs);
  const after = await ends(source, request);
  if (after.end?.blockHash !== before.end.blockHash || after.start?.blockHash !== before.start?.blockHash)
    return 'moved';
  const known = await store.knownMarkets([...new Set(logs.map(({ address }) => address.toLowerCase()))]);
  const batch = readEvents(logs, {
    factoryAddress,
    isMarket: (address) => known.has(address),
    timeOf: ({ blockNumber, timestampMs }) => new Date(timestampMs ?? times.get(blockNumber) ?? 0),
  });
  return { batch, upTo: before.end, logs: logs.length };
}

async function ends(
  source: LogSource,
  { cursor, toBlock }: RangeRequest,
): Promise<{ start: BlockRef | null; end: BlockRef | null }> {
  const [end = null, start = null] = await source.blocks([toBlock, ...(cursor === null ? [] : [cursor.blockNumber])]);
  return { start, end };
}

/** The times of blocks whose logs do not carry them. */
async function timesOf(source: LogSource, logs: readonly ChainLog[]): Promise<ReadonlyMap<number, number>> {
  const untimed = logs.filter(({ timestampMs }) => timestampMs === null);
  const numbers = [...new Set(untimed.map(({ blockNumber }) => blockNumber))];
  const blocks = await source.blocks(numbers);
  return new Map(
    blocks.map((block, index) => {
      const blockNumber = numbers[index];
      if (block === null || blockNumber === undefined) throw new LogSourceError('a block that has logs');
      return [blockNumber, block.timestampMs];
    }),
  );
}
