import { CachedRead } from './cached-read.js';

describe('CachedRead', () => {
  it('reads once within the maximum age and again after it', async () => {
    let [nowMs, reads] = [0, 0];
    const cached = new CachedRead(
      () => Promise.resolve((reads += 1)),
      1_000,
      () => nowMs,
    );
    expect(await Promise.all([cached.get(), cached.get()])).toEqual([1, 1]);
    nowMs = 999;
    expect(await cached.get()).toBe(1);
    nowMs = 1_000;
    expect(await cached.get()).toBe(2);
  });

  it('reads once while a read takes longer than the maximum age', async () => {
    let [nowMs, reads] = [0, 0];
    let finish = (_value: string): void => undefined;
    const slow = (): Promise<string> => {
      reads += 1;
      return new Promise((resolve) => (finish = resolve));
    };
    const cached = new CachedRead(slow, 1_000, () => nowMs);
    const first = cached.get();
    nowMs = 5_000;
    const second = cached.get();
    finish('read');
    expect([await first, await second, reads]).toEqual(['read', 'read', 1]);
  });

  it('does not cache a failure', async () => {
    let reads = 0;
    const cached = new CachedRead(
      () => ((reads += 1) === 1 ? Promise.reject(new Error('unreachable')) : Promise.resolve('read')),
      1_000,
      () => 0,
    );
    await expect(cached.get()).rejects.toThrow('unreachable');
    await expect(cached.get()).resolves.toBe('read');
  });
});
