import {
  type BlockRef,
  type ChainLog,
  factoryInterface,
  type LogRange,
  LogSource,
  LogSourceError,
  marketInterface,
  type RangeLogs,
} from '@app/chain';
import { readLogsByAddress } from './read-logs-by-address.js';
import { readRange } from './read-range.js';

const BLOCK = 8;
const NO_REF = `0x${'00'.repeat(32)}`;
const buildAddress = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
const [FACTORY, ALICE, NEW_MARKET, STRANGER] = [
  buildAddress(0xf),
  buildAddress(0xa),
  buildAddress(1),
  buildAddress(0xbad),
];
/** Markets of the index, more than fit into one list. */
const MARKETS = Array.from({ length: 250 }, (_, index) => buildAddress(0x1000 + index));
const LAST_MARKET = MARKETS.at(-1) ?? '';

const store = {
  knownMarkets: (addresses: readonly string[]) =>
    Promise.resolve(new Set(addresses.filter((one) => MARKETS.includes(one)))),
  listMarkets: ({ after, limit }: { after: string; limit: number }) =>
    Promise.resolve(MARKETS.filter((market) => market > after).slice(0, limit)),
};
const range = {
  fromBlock: BLOCK,
  toBlock: BLOCK,
  factoryAddress: FACTORY,
  renewLease: () => Promise.resolve(),
};

/** A node that returns at most 50 logs. */
class LimitedNode extends LogSource {
  readonly lists: number[] = [];
  /** Hash of the block at the node that answers a query. */
  hashAt: (query: number) => string = () => 'a';

  constructor(private readonly all: readonly ChainLog[]) {
    super();
  }

  head(): Promise<BlockRef> {
    return Promise.resolve(buildBlock(BLOCK));
  }

  blocks(numbers: readonly number[]): Promise<BlockRef[]> {
    return Promise.resolve(numbers.map((number) => buildBlock(number)));
  }

  logs({ addresses }: LogRange): Promise<RangeLogs> {
    this.lists.push(addresses?.length ?? 0);
    const logs = this.all.filter(({ address }) => addresses === undefined || addresses.includes(address));
    if (logs.length > 50) return Promise.reject(new LogSourceError('eth_getLogs'));
    return Promise.resolve({ logs, end: buildBlock(BLOCK, this.hashAt(this.lists.length)) });
  }
}

function buildBlock(blockNumber: number, blockHash = 'a'): BlockRef {
  return { blockNumber, blockHash, timestampMs: blockNumber * 1_000 };
}

function buildLogs(...emitted: readonly { emitter: string; isCreation?: boolean }[]): ChainLog[] {
  return emitted.map(({ emitter, isCreation = false }, logIndex) => {
    const { topics, data } = isCreation
      ? factoryInterface.encodeEventLog('MarketCreated', [
          NEW_MARKET,
          ALICE,
          NO_REF,
          'id',
          'Will it?',
          9n,
          ALICE,
          ALICE,
        ])
      : marketInterface.encodeEventLog('Bought', [ALICE, NO_REF, 1, 5n, 5n, 5n, 0n]);
    const place = { transactionHash: '0xabc', blockNumber: BLOCK, blockHash: 'a', logIndex, timestampMs: 1_000 };
    return { ...place, address: emitter, topics, data };
  });
}

const crowd = Array.from({ length: 100 }, () => ({ emitter: STRANGER }));
const CROWDED = buildLogs({ emitter: LAST_MARKET }, ...crowd, { emitter: FACTORY, isCreation: true }, ...crowd, {
  emitter: NEW_MARKET,
});

describe('readLogsByAddress', () => {
  it('reads what the factory, its markets and those that the block creates emitted, between more logs than fit', async () => {
    const node = new LimitedNode(CROWDED);
    const request = { ...range, cursor: null };
    await expect(readRange(node, store, { ...request, byAddress: false })).rejects.toBeInstanceOf(LogSourceError);
    const read = await readRange(node, store, { ...request, byAddress: true });
    const events = typeof read === 'string' ? [] : read.batch.events;
    expect(events.map(({ name, marketAddress, logIndex }) => [name, marketAddress, logIndex])).toEqual([
      ['Bought', LAST_MARKET, 0],
      ['MarketCreated', NEW_MARKET, 101],
      ['Bought', NEW_MARKET, 202],
    ]);
  });

  it('asks for at most 100 addresses at once', async () => {
    const node = new LimitedNode([]);
    await readLogsByAddress(node, store, range);
    expect(node.lists).toEqual([1, 100, 100, 50]);
  });

  it('is not sure of a block that another node has with another hash', async () => {
    const node = new LimitedNode(CROWDED);
    node.hashAt = (query) => (query === 3 ? 'b' : 'a');
    expect(await readLogsByAddress(node, store, range)).toMatchObject({ end: null });
  });
});
