import { decodeContractEvent, type LogRange, type LogSource, type RangeLogs } from '@app/chain';
import type { IndexStore } from '../persistence/index-store.js';

/** Addresses of one query. go-ethereum and Nethermind refuse more than 1,000, other nodes fewer. */
const MAX_ADDRESSES = 100;
/** Markets of one batch of queries. */
const PAGE_MARKETS = 500;

export interface AddressedRange extends Pick<LogRange, 'fromBlock' | 'toBlock'> {
  /** Lower case. */
  factoryAddress: string;
  /** Called after each batch of queries. */
  renewLease: () => Promise<void>;
}

/**
 * Reads the logs of the factory and its markets by their addresses, so that logs of other contracts do not count. Only
 * markets of the index and those that the factory creates in the range can have logs there.
 */
export async function readLogsByAddress(
  source: LogSource,
  store: Pick<IndexStore, 'listMarkets'>,
  { fromBlock, toBlock, factoryAddress, renewLease }: AddressedRange,
): Promise<RangeLogs> {
  const read = (addresses: readonly string[]): Promise<RangeLogs> => source.logs({ fromBlock, toBlock, addresses });
  const creations = await read([factoryAddress]);
  const answers = [creations];
  for await (const markets of readPages(store, createdMarkets(creations))) {
    answers.push(...(await Promise.all(chunkAddresses(markets).map(read))));
    await renewLease();
  }
  const isOneChain = answers.every(({ end }) => end?.blockHash === creations.end?.blockHash);
  const logs = answers.flatMap((answer) => answer.logs);
  logs.sort((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex);
  return { logs, end: isOneChain ? creations.end : null };
}

function createdMarkets({ logs }: RangeLogs): string[] {
  return logs.flatMap((log) => {
    const event = decodeContractEvent(log);
    return event?.name === 'MarketCreated' ? [event.market.toLowerCase()] : [];
  });
}

async function* readPages(store: Pick<IndexStore, 'listMarkets'>, created: string[]): AsyncGenerator<string[]> {
  if (created.length > 0) yield created;
  let page = await store.listMarkets({ after: '', limit: PAGE_MARKETS });
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield page;
    page = await store.listMarkets({ after: last, limit: PAGE_MARKETS });
  }
}

function chunkAddresses(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / MAX_ADDRESSES);
  return Array.from({ length: count }, (_, list) => addresses.slice(list * MAX_ADDRESSES, (list + 1) * MAX_ADDRESSES));
}
