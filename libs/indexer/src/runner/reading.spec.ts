import { type BlockRef, type ChainLog, LogSource, LogSourceError, marketInterface, type RangeLogs } from '@app/chain';
import { findAncestor } from './find-ancestor.js';
import { Indexer, type IndexerDependencies } from './indexer.js';
import { readRange } from './read-range.js';

const mark = (blockNumber: number, chain = 'a'): BlockRef => ({
  blockNumber,
  blockHash: `${chain}${blockNumber}`,
  timestampMs: blockNumber * 1000,
});

/** Chain that forks from another one at a block: its block hashes differ from there. */
class ForkedSource extends LogSource {
  reads = 0;
  readonly asked: number[] = [];
  onLogs: () => ChainLog[] = () => [];
  /** Height of the node that answers with logs, behind the same address. */
  logHeight = Infinity;
  /** Oldest block that the node still has. */
  oldest = 0;

  constructor(
    public forkAt: number,
    private readonly height = 1_000,
  ) {
    super();
  }

  head(): Promise<BlockRef> {
    return Promise.resolve(this.at(this.height));
  }

  blocks(blockNumbers: readonly number[]): Promise<(BlockRef | null)[]> {
    this.reads += 1;
    this.asked.push(...blockNumbers);
    const isMissing = (number: number): boolean => number > this.height || number < this.oldest;
    return Promise.resolve(blockNumbers.map((number) => (isMissing(number) ? null : this.at(number))));
  }

  logs({ toBlock }: { toBlock: number }): Promise<RangeLogs> {
    const end = toBlock > this.logHeight ? null : this.at(toBlock);
    return Promise.resolve({ end, logs: this.onLogs() });
  }

  private at(blockNumber: number): BlockRef {
    return mark(blockNumber, blockNumber >= this.forkAt ? 'b' : 'a');
  }
}

/** Checkpoints of chain `a` at every so many blocks. */
function checkpoints(step: number): Parameters<typeof findAncestor>[1] {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index * step);
  const find = (found: number | undefined) => Promise.resolve(found === undefined ? null : mark(found));
  return {
    checkpointAtMost: (atMost) => find(numbers.findLast((number) => number <= atMost)),
    checkpointBetween: ({ above, below }) => {
      const middle = (above + below) / 2;
      const [nearest] = numbers
        .filter((number) => number > above && number < below)
        .sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
      return find(nearest);
    },
  };
}

describe('findAncestor', () => {
  it.each([
    [901, 1, 900],
    [901, 7, 896],
    [3, 1, 2],
    [1, 1, 0],
  ])('of a fork at %i with a checkpoint every %i blocks is %i', async (forkAt, step, ancestor) => {
    const source = new ForkedSource(forkAt);
    expect(await findAncestor(source, checkpoints(step), { below: 950, head: 1_000 })).toEqual(mark(ancestor));
    expect(source.reads).toBeLessThan(20);
  });

  it('asks for no header that is twice as deep as the fork', async () => {
    const source = new ForkedSource(901);
    source.oldest = 850;
    expect(await findAncestor(source, checkpoints(1), { below: 950, head: 1_000 })).toEqual(mark(900));
  });

  it('is not sought past a header that a pruned node lacks', async () => {
    const source = new ForkedSource(901);
    source.oldest = 905;
    const finding = findAncestor(source, checkpoints(1), { below: 950, head: 1_000 });
    await expect(finding).rejects.toBeInstanceOf(LogSourceError);
  });

  it('returns null on another chain', async () => {
    expect(await findAncestor(new ForkedSource(0), checkpoints(1), { below: 950, head: 1_000 })).toBeNull();
  });

  it('is found on a chain that became shorter', async () => {
    const source = new ForkedSource(901, 920);
    expect(await findAncestor(source, checkpoints(1), { below: 950, head: 920 })).toEqual(mark(900));
  });

  it('is not sought at a node that lacks blocks below the head', async () => {
    const finding = findAncestor(new ForkedSource(901, 880), checkpoints(1), { below: 950, head: 1_000 });
    await expect(finding).rejects.toBeInstanceOf(LogSourceError);
  });

  it('returns null without a checkpoint', async () => {
    const none = { checkpointAtMost: () => Promise.resolve(null), checkpointBetween: () => Promise.resolve(null) };
    expect(await findAncestor(new ForkedSource(5), none, { below: 950, head: 1_000 })).toBeNull();
  });
});

describe('readRange', () => {
  const MARKET = `0x${'1'.repeat(40)}`;
  const store = { knownMarkets: () => Promise.resolve(new Set([MARKET])), listMarkets: () => Promise.resolve([]) };
  const range = { fromBlock: 11, toBlock: 20, factoryAddress: '0xf', renewLease: () => Promise.resolve() };
  const request = { ...range, cursor: mark(10), byAddress: false };
  const log: ChainLog = {
    address: MARKET,
    ...marketInterface.encodeEventLog('Closed', [MARKET, `0x${'00'.repeat(32)}`, 1n, 1n]),
    transactionHash: '0x2',
    blockNumber: 12,
    blockHash: 'a12',
    logIndex: 0,
    timestampMs: null,
  };

  it('returns the range and its last block', async () => {
    const read = await readRange(new ForkedSource(500), store, request);
    expect(read).toEqual({ batch: { created: [], events: [] }, upTo: mark(20), logs: 0 });
  });

  it('detects a reorganisation below the cursor', async () => {
    expect(await readRange(new ForkedSource(10), store, request)).toBe('reorganised');
  });

  it('detects a reorganisation during the read', async () => {
    const source = new ForkedSource(500);
    source.onLogs = () => {
      source.forkAt = 15;
      return [];
    };
    expect(await readRange(source, store, request)).toBe('moved');
  });

  it('accepts no logs of a node that lacks the last block of the range', async () => {
    const source = new ForkedSource(500);
    source.logHeight = 19;
    expect(await readRange(source, store, request)).toBe('moved');
  });

  it.each([19, 9])('takes a node of height %d for one that is behind', async (height) => {
    expect(await readRange(new ForkedSource(500, height), store, request)).toBe('moved');
  });

  it('reads missing block times, and fails without them', async () => {
    const source = new ForkedSource(500);
    source.onLogs = () => [log];
    expect(await readRange(source, store, request)).toMatchObject({ logs: 1 });
    source.onLogs = () => [{ ...log, blockNumber: 2_000 }];
    await expect(readRange(source, store, request)).rejects.toBeInstanceOf(LogSourceError);
  });

  it('reads no block times for logs of other contracts', async () => {
    const source = new ForkedSource(500);
    source.onLogs = () => [{ ...log, address: '0x2', blockNumber: 13 }];
    expect(await readRange(source, store, request)).toMatchObject({ logs: 1, batch: { events: [] } });
    expect(source.asked).not.toContain(13);
  });
});

describe('Indexer behind nodes of different height', () => {
  /** A source whose answers to `blocks` are those of a node that is behind, as often as given. */
  function open(timesBehind: number): { indexer: Indexer; appended: number[]; source: ForkedSource } {
    const source = new ForkedSource(500, 20);
    const read = source.blocks.bind(source);
    source.blocks = async (numbers) => {
      const blocks = await read(numbers);
      return source.reads <= timesBehind ? blocks.map((block) => (block?.blockNumber === 20 ? null : block)) : blocks;
    };
    const appended: number[] = [];
    const store = {
      acquire: () => Promise.resolve({ fence: '1' }),
      renew: () => Promise.resolve(),
      cursor: () => Promise.resolve(mark(10)),
      knownMarkets: () => Promise.resolve(new Set()),
      append: (_lease: unknown, { upTo: { blockNumber } }: { upTo: BlockRef }) => {
        appended.push(blockNumber);
        return Promise.resolve({ reopened: [], late: [] });
      },
    };
    const settings = { factoryAddress: '0xf', startBlock: 0, confirmations: 1 };
    const dependencies = { source, store, settings, log: {}, metrics: {} } as unknown as IndexerDependencies;
    return { indexer: new Indexer(dependencies), appended, source };
  }

  it('reads a range again in the same poll', async () => {
    const { indexer, appended } = open(9);
    await indexer.poll();
    expect(appended).toEqual([20]);
  });

  it('leaves it to the next poll after ten reads', async () => {
    const { indexer, appended, source } = open(10);
    await indexer.poll();
    expect([appended, source.reads]).toEqual([[], 10]);
    await indexer.poll();
    expect(appended).toEqual([20]);
  });
});
