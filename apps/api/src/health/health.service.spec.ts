import { jest } from '@jest/globals';
import type { ChainRpc } from '@app/chain';
import type { Database } from '@app/persistence';
import { HealthService } from './health.service.js';

describe('HealthService', () => {
  const query = jest.fn<() => Promise<object[]>>();
  let health: HealthService;

  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset();
    health = new HealthService({ query } as Partial<Database> as Database, { servesOtherChain: false } as ChainRpc);
  });
  afterEach(() => jest.useRealTimers());

  it('answers database_unavailable after 1.5 s without an answer, from one query for concurrent probes', async () => {
    query.mockReturnValue(new Promise(() => undefined));
    const codes: unknown[] = [];
    for (let probe = 0; probe < 2; probe += 1)
      void health.checkReady().catch((error: { code: string }) => codes.push(error.code));
    await jest.advanceTimersByTimeAsync(1_499);
    expect(codes).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(codes).toEqual(['database_unavailable', 'database_unavailable']);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('asks again after an answer', async () => {
    query.mockRejectedValueOnce(new Error('refused')).mockResolvedValueOnce([{ isLost: false }]);
    await expect(health.checkReady()).rejects.toMatchObject({ code: 'database_unavailable' });
    await expect(health.checkReady()).resolves.toBeUndefined();
  });
});
