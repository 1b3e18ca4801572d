import { ChainRpc } from './chain-rpc.js';
import { ChainUnavailableError } from './chain.js';
import { findEffect } from './find-effect.js';

const BLOCK_MS = 1_000;
const HEAD = 50_000;
const FILTER = { address: `0x${'ab'.repeat(20)}`, topics: [null] };
/** The clock is the chain's. */
const AT_HEAD = { nowMs: HEAD * BLOCK_MS };
const HASH = `0x${'cd'.repeat(32)}`;

/** Node with a block per second that refuses log ranges over 1,000 blocks. */
class LimitedNode extends ChainRpc {
  readonly ranges: [from: number, to: number][] = [];
  isAway = false;

  constructor(
    private readonly effectBlock: number | null,
    private readonly maxBlocks = 1_000,
  ) {
    super({ url: 'http://127.0.0.1:1', chainId: 1 });
  }

  override send(method: string, [parameter]: readonly unknown[]): Promise<unknown> {
    if (this.isAway) return Promise.reject(new ChainUnavailableError(method));
    if (method === 'eth_getBlockByNumber') return Promise.resolve(buildBlock(parameter));
    const { fromBlock, toBlock } = parameter as { fromBlock: string; toBlock: string };
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    this.ranges.push([from, to]);
    if (to - from + 1 > this.maxBlocks) return Promise.reject(new ChainUnavailableError(method));
    const block = this.effectBlock;
    return Promise.resolve(block !== null && block >= from && block <= to ? [logIn(block)] : []);
  }
}

function buildBlock(tag: unknown): object {
  const number = tag === 'latest' ? HEAD : Number(tag);
  return { number: hex(number), hash: HASH, timestamp: hex((number * BLOCK_MS) / 1000) };
}

function logIn(block: number): object {
  const place = { transactionHash: HASH, blockNumber: hex(block), blockHash: HASH, logIndex: '0x0' };
  return { address: FILTER.address, topics: [], data: '0x', ...place };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

describe('findEffect', () => {
  it.each([
    ['the first block of the period', 20_000],
    ['the middle', 24_321],
    ['the last block of the period', 29_000],
  ])('finds an effect in %s on a node that refuses ranges over 1,000 blocks', async (_name, block) => {
    const node = new LimitedNode(block);
    const effect = await findEffect(node, FILTER, { ...AT_HEAD, fromMs: 20_000 * BLOCK_MS, toMs: 29_000 * BLOCK_MS });
    expect(effect).toMatchObject({ transactionHash: HASH, blockNumber: block, blockHash: HASH });
    expect(node.ranges.every(([from, to]) => from >= 20_000 && to <= 29_000)).toBe(true);
  });

  it('asks for every block of the period once, and for no other', async () => {
    const node = new LimitedNode(null);
    expect(
      await findEffect(node, FILTER, { ...AT_HEAD, fromMs: 20_000 * BLOCK_MS, toMs: 29_000 * BLOCK_MS }),
    ).toBeNull();
    const answered = node.ranges.filter(([from, to]) => to - from < 1_000);
    expect(answered[0]?.[0]).toBe(20_000);
    expect(answered.at(-1)?.[1]).toBe(29_000);
    expect(answered.slice(1).every(([from], index) => from === (answered[index]?.[1] ?? 0) + 1)).toBe(true);
  });

  it('reads up to the head without an end, and nothing for a period to come', async () => {
    const node = new LimitedNode(HEAD);
    expect(await findEffect(node, FILTER, { ...AT_HEAD, fromMs: 49_000 * BLOCK_MS, toMs: null })).not.toBeNull();
    node.ranges.length = 0;
    expect(await findEffect(node, FILTER, { ...AT_HEAD, fromMs: (HEAD + 1) * BLOCK_MS, toMs: null })).toBeNull();
    expect(node.ranges).toEqual([]);
  });

  it.each([2, 20, 200])('finds an effect with a clock that is %i hours ahead of the chain', async (hours) => {
    const nowMs = HEAD * BLOCK_MS + hours * 3_600_000;
    const node = new LimitedNode(HEAD - 100);
    const fromMs = nowMs - 200 * BLOCK_MS;
    expect(await findEffect(node, FILTER, { fromMs, nowMs, toMs: null })).toMatchObject({ blockNumber: HEAD - 100 });
    expect(node.ranges[0]?.[0]).toBe(HEAD - 200);
  });

  it('throws ChainUnavailableError when the node refuses single blocks or is away', async () => {
    const refusing = new LimitedNode(null, 0);
    const period = { ...AT_HEAD, fromMs: 0, toMs: 100 * BLOCK_MS };
    await expect(findEffect(refusing, FILTER, period)).rejects.toBeInstanceOf(ChainUnavailableError);
    const away = new LimitedNode(null);
    away.isAway = true;
    await expect(findEffect(away, FILTER, period)).rejects.toBeInstanceOf(ChainUnavailableError);
  });
});
