import { jest } from '@jest/globals';
import { Logger } from '@app/observability';
import type { Tank } from './keystore/tank.js';
import { TankSweeper } from './tank-sweeper.js';

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('TankSweeper', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('repeats overdue transfers until the shutdown, also after a failure', async () => {
    const repeatOverdue = jest.fn(() => Promise.reject(new Error('the node is away')));
    const sweeper = new TankSweeper({ repeatOverdue } as unknown as Tank, log);
    sweeper.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(25_000);
    expect(repeatOverdue).toHaveBeenCalledTimes(2);
    await sweeper.beforeApplicationShutdown();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(repeatOverdue).toHaveBeenCalledTimes(2);
  });

  it('does nothing without a tank', async () => {
    const sweeper = new TankSweeper(null, log);
    sweeper.onApplicationBootstrap();
    await sweeper.beforeApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
  });
});
