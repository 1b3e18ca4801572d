import { type BlockRef, type ChainLog, type LogSource, LogSourceError } from '@app/chain';
import { decodeLogs, type EventBatch, toBatch } from '../domain/event-batch.js';
import type { IndexCursor } from '../persistence/index-lease.js';
import type { IndexStore } from '../persistence/index-store.js';
import { type AddressedRange, readLogsByAddress } from './read-logs-by-address.js';

export interface RangeRequest extends AddressedRange {
  cursor: IndexCursor | null;
  /** Whether to read the logs of each contract by its address, instead of those of all contracts by their topics. */
  byAddress: boolean;
}

/** Range read from one chain, the chain of the cursor. */
export interface ReadRange {
  batch: EventBatch;
  upTo: BlockRef;
  logs: number;
}

/**
 * Reads the events of a range. A block hash commits to all earlier blocks. If the hashes of the last block and of the
 * cursor are equal before and after reading the logs, no reorganisation happened meanwhile.
 * @returns `reorganised` if another block has replaced the cursor's; `moved` if the chain changed during the read, or a node
 * answered that lacks blocks of the range
 * @throws {LogSourceError}
 */
export async function readRange(
  source: LogSource,
  store: Pick<IndexStore, 'knownMarkets' | 'listMarkets'>,
  request: RangeRequest,
): Promise<ReadRange | 'reorganised' | 'moved'> {
  const { cursor, fromBlock, toBlock, factoryAddress, byAddress } = request;
  const before = await ends(source, request);
  if (before.end === null) return 'moved';
  if (cursor !== null && before.start?.blockHash !== cursor.blockHash) return 'reorganised';
  const { logs, end } = await (byAddress
    ? readLogsByAddress(source, store, request)
    : source.logs({ fromBlock, toBlock }));
  if (end?.blockHash !== before.end.blockHash) return 'moved';
  const known = await store.knownMarkets([...new Set(logs.map(({ address }) => address.toLowerCase()))]);
  const decoded = decodeLogs(logs, { factoryAddress, isMarket: (address) => known.has(address) });
  const times = await readTimes(
    source,
    decoded.map(({ log }) => log),
  );
  const after = await ends(source, request);
  if (after.end?.blockHash !== before.end.blockHash || after.start?.blockHash !== before.start?.blockHash)
    return 'moved';
  const batch = toBatch(
    decoded,
    ({ blockNumber, timestampMs }) => new Date(timestampMs ?? times.get(blockNumber) ?? 0),
  );
  return { batch, upTo: before.end, logs: logs.length };
}

async function ends(
  source: LogSource,
  { cursor, toBlock }: RangeRequest,
): Promise<{ start: BlockRef | null; end: BlockRef | null }> {
  const [end = null, start = null] = await source.blocks([toBlock, ...(cursor === null ? [] : [cursor.blockNumber])]);
  return { start, end };
}

/** Returns the times of blocks whose logs lack them. */
async function readTimes(source: LogSource, logs: readonly ChainLog[]): Promise<ReadonlyMap<number, number>> {
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
