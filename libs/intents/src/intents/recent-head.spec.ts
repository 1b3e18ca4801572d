import { jest } from '@jest/globals';
import { RecentHead } from './recent-head.js';

const FIRST = { blockNumber: 1, blockHash: '0x01', timestampMs: 1_000 };
const SECOND = { blockNumber: 2, blockHash: '0x02', timestampMs: 2_000 };

describe('RecentHead', () => {
  afterEach(() => jest.restoreAllMocks());

  it('assumes the last head for a second', async () => {
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const read = jest.fn(() => Promise.resolve(nowMs === 0 ? FIRST : SECOND));
    const head = new RecentHead({ head: read });
    await head.recent();
    nowMs = 999;
    expect(await head.recent()).toBe(FIRST);
    nowMs = 1_000;
    expect(await head.recent()).toBe(SECOND);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
