import { jest } from '@jest/globals';
import type { Chain, ChainHead } from '@app/chain';
import { BlockMemory } from './block-memory.js';

const FIRST: ChainHead = { blockNumber: 1, blockHash: '0x01', timestampMs: 1_000 };
const SECOND: ChainHead = { blockNumber: 2, blockHash: '0x02', timestampMs: 2_000 };
/** The block that a reorganisation puts in the place of the first. */
const OTHER_FIRST: ChainHead = { ...FIRST, blockHash: '0x03' };

describe('BlockMemory', () => {
  let nowMs: number;
  let newest: ChainHead;
  let reads: string[];
  let memory: BlockMemory;

  beforeEach(() => {
    [nowMs, newest, reads] = [0, FIRST, []];
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const chain = {
      head: () => {
        reads.push('head');
        return Promise.resolve(newest);
      },
      marketState: (address: string, block: number) => {
        reads.push(`market ${address} at ${block}`);
        return address === 'broken' ? Promise.reject(new Error('no answer')) : Promise.resolve(address);
      },
      nativeBalance: (address: string, block: number) => {
        reads.push(`wallet ${address} at ${block}`);
        return Promise.resolve(address);
      },
    };
    memory = new BlockMemory(chain as unknown as Chain);
  });
  afterEach(() => jest.restoreAllMocks());

  it('reads markets and wallets once for a block', async () => {
    const chain = memory.at(await memory.recentHead());
    await Promise.all([chain.marketState('0xAB'), chain.marketState('0xab'), chain.nativeBalance('w')]);
    await memory.at(await memory.readHead()).nativeBalance('w');
    expect(reads).toEqual(['head', 'market 0xAB at 1', 'wallet w at 1', 'head']);
  });

  it.each([SECOND, OTHER_FIRST])('reads them again at another block, %j', async (next) => {
    await memory.at(await memory.readHead()).marketState('m');
    newest = next;
    await memory.at(await memory.readHead()).marketState('m');
    expect(reads).toEqual(['head', 'market m at 1', 'head', `market m at ${next.blockNumber}`]);
  });

  it('does not remember what is read at a block that is no longer the newest', async () => {
    const old = memory.at(await memory.readHead());
    newest = SECOND;
    const current = memory.at(await memory.readHead());
    await old.nativeBalance('w');
    await current.nativeBalance('w');
    await old.nativeBalance('w');
    expect(reads.slice(2)).toEqual(['wallet w at 1', 'wallet w at 2', 'wallet w at 1']);
  });

  it('does not remember a failed read', async () => {
    const chain = memory.at(await memory.readHead());
    for (let tries = 0; tries < 2; tries += 1) await expect(chain.marketState('broken')).rejects.toThrow('no answer');
    expect(reads).toHaveLength(3);
  });

  it('assumes the last head for a second', async () => {
    await memory.recentHead();
    nowMs = 999;
    newest = SECOND;
    expect(await memory.recentHead()).toBe(FIRST);
    nowMs = 1_000;
    expect(await memory.recentHead()).toBe(SECOND);
    expect(reads).toEqual(['head', 'head']);
  });
});
