import { jest } from '@jest/globals';
import type { Custody } from '@app/engine';
import { Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import { WorkerHeartbeat } from './worker-heartbeat.js';

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('WorkerHeartbeat after an outage of the database', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('reports within a second of the database’s return', async () => {
    let [isAway, reports] = [false, 0];
    const query = (): Promise<unknown[]> => {
      if (isAway) return Promise.reject(new Error('Connection terminated'));
      reports += 1;
      return Promise.resolve([]);
    };
    const database = { query } as unknown as Database;
    const heartbeat = new WorkerHeartbeat(database, { paysGas: () => Promise.resolve(true) } as Custody, log);
    await heartbeat.onApplicationBootstrap();
    isAway = true;
    await jest.advanceTimersByTimeAsync(61_500);
    [isAway, reports] = [false, 0];
    await jest.advanceTimersByTimeAsync(1_000);
    expect(reports).toBeGreaterThan(0);
    await heartbeat.beforeApplicationShutdown();
  });
});
