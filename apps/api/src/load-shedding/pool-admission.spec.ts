import { PoolAdmission } from './pool-admission.js';

/** Asks the admission of a pool with eight connections at a given time and queue length. */
function startPool(): (nowMs: number, waiting: number) => boolean {
  let [nowMs, waiting] = [0, 0];
  const admission = new PoolAdmission({ waiting: () => waiting, connections: 8, nowMs: () => nowMs });
  return (...next) => {
    [nowMs, waiting] = next;
    return admission.isFull();
  };
}

describe('PoolAdmission', () => {
  it('admits a queue of moderate length for any time', () => {
    const isFull = startPool();
    for (let nowMs = 0; nowMs < 60_000; nowMs += 100) expect(isFull(nowMs, 255)).toBe(false);
  });

  it('admits a burst, and a second one later', () => {
    const isFull = startPool();
    for (let waiting = 0; waiting < 1_000; waiting += 1) expect(isFull(waiting / 2, waiting)).toBe(false);
    expect(isFull(10_000, 0)).toBe(false);
    for (let waiting = 0; waiting < 1_000; waiting += 1) expect(isFull(10_000 + waiting / 2, waiting)).toBe(false);
  });

  it('refuses a burst that is too large', () => {
    expect(startPool()(0, 1_024)).toBe(true);
  });

  it('keeps a lasting queue short until the cooldown is over', () => {
    const isFull = startPool();
    expect(isFull(0, 300)).toBe(false);
    expect(isFull(900, 300)).toBe(false);
    expect(isFull(1_100, 300)).toBe(true);
    expect(isFull(1_200, 63)).toBe(false);
    expect(isFull(1_210, 64)).toBe(true);
    expect(isFull(2_200, 63)).toBe(false);
    expect(isFull(2_205, 64)).toBe(true);
    expect(isFull(3_300, 5)).toBe(false);
    expect(isFull(3_310, 64)).toBe(false);
  });
});
