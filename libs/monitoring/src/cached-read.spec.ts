import { CachedRead, within } from './cached-read.js';

describe('CachedRead', () => {
  it('reads once for all who ask within its life, and anew after it', async () => {
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

  it('does not keep a failure', async () => {
    let reads = 0;
    const cached = new CachedRead(
      () => ((reads += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve('there')),
      1_000,
      () => 0,
    );
    await expect(cached.get()).rejects.toThrow('away');
    await expect(cached.get()).resolves.toBe('there');
  });
});

describe('within', () => {
  it('gives up on what takes too long', async () => {
    await expect(within(1, new Promise(() => undefined))).rejects.toThrow('longer than 1 ms');
    await expect(within(60_000, Promise.resolve('done'))).resolves.toBe('done');
  });
});
