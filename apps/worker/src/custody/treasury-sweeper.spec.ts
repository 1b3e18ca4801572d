import { jest } from '@jest/globals';
import { Logger } from '@app/observability';
import type { Treasury } from './keystore/treasury.js';
import { TreasurySweeper } from './treasury-sweeper.js';

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('TreasurySweeper', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('repeats overdue transfers until the shutdown, also after a failure', async () => {
    const repeatOverdue = jest.fn(() => Promise.reject(new Error('the node is away')));
    const sweeper = new TreasurySweeper({ repeatOverdue } as unknown as Treasury, log);
    sweeper.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(45_000);
    expect(repeatOverdue).toHaveBeenCalledTimes(2);
    await sweeper.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(repeatOverdue).toHaveBeenCalledTimes(2);
  });

  it('does nothing without a treasury', async () => {
    const sweeper = new TreasurySweeper(null, log);
    sweeper.onApplicationBootstrap();
    await sweeper.beforeApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
  });
});
