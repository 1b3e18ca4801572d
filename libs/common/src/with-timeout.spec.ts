import { jest } from '@jest/globals';
import { TimeoutError, withTimeout } from './with-timeout.js';

const pending = new Promise<never>(() => undefined);

describe('withTimeout', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('resolves as the work does and clears its timer', async () => {
    await expect(withTimeout(Promise.resolve('done'), 1_000)).resolves.toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects as the work does and clears its timer', async () => {
    await expect(withTimeout(Promise.reject(new Error('away')), 1_000)).rejects.toThrow('away');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('rejects with a TimeoutError after the timeout', async () => {
    const outcome = expect(withTimeout(pending, 1_000)).rejects.toThrow(new TimeoutError(1_000));
    jest.advanceTimersByTime(1_000);
    await outcome;
  });

  it('resolves with the value of onTimeout after the timeout', async () => {
    const outcome = withTimeout(pending, 1_000, () => null);
    jest.advanceTimersByTime(1_000);
    await expect(outcome).resolves.toBeNull();
  });

  it('drops a rejection that comes after the timeout', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const outcome = withTimeout(work, 1_000, () => null);
    jest.advanceTimersByTime(1_000);
    fail(new Error('too late'));
    await expect(outcome).resolves.toBeNull();
  });
});
