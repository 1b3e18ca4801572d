import { jest } from '@jest/globals';
import type { Database } from './database.js';
import { DatabasePing } from './database-ping.js';

describe('DatabasePing', () => {
  const query = jest.fn<() => Promise<object[]>>();
  let ping: DatabasePing;

  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset();
    ping = new DatabasePing({ query } as Partial<Database> as Database);
  });
  afterEach(() => jest.useRealTimers());

  it('fails after 1.5 s without an answer, with one query for all checks until the answer', async () => {
    query.mockReturnValue(new Promise(() => undefined));
    const answers: boolean[] = [];
    const check = () => void ping.succeeds().then((answer) => answers.push(answer));
    check();
    check();
    await jest.advanceTimersByTimeAsync(1_499);
    expect(answers).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(answers).toEqual([false, false]);
    check();
    await jest.advanceTimersByTimeAsync(1_500);
    expect(answers).toEqual([false, false, false]);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('asks again after an answer', async () => {
    query.mockRejectedValueOnce(new Error('refused')).mockResolvedValueOnce([{ isLost: true }]);
    query.mockResolvedValueOnce([{ isLost: false, version: 'PostgreSQL 15.18' }]);
    await expect(ping.check()).rejects.toThrow('refused');
    await expect(ping.check()).rejects.toThrow('gone');
    await expect(ping.check()).resolves.toBeUndefined();
  });

  it('fails for a server that is too old', async () => {
    query.mockResolvedValueOnce([{ isLost: false, version: 'PostgreSQL 14.22' }]);
    await expect(ping.check()).rejects.toThrow('Presage runs on PostgreSQL 15 to 18, and this is 14.22.');
  });
});
