import { PoolAdmission } from './pool-admission.js';

/** A queue of eight connections, at a time and of a length that can be set. */
function scene(): { queue: PoolAdmission; fullAt: (nowMs: number, length: number) => boolean } {
  let [nowMs, length] = [0, 0];
  const queue = new PoolAdmission({ waiting: () => length, connections: 8, nowMs: () => nowMs });
  const fullAt = (newMs: number, newLength: number): boolean => {
    [nowMs, length] = [newMs, newLength];
    return queue.isFull();
  };
  return { queue, fullAt };
}

describe('PoolAdmission', () => {
  it('serves many clients side by side for as long as they like', () => {
    const { fullAt } = scene();
    for (let nowMs = 0; nowMs < 60_000; nowMs += 100) expect(fullAt(nowMs, 255)).toBe(false);
  });

  it('takes a burst, and another one later', () => {
    const { fullAt } = scene();
    for (let length = 0; length < 1_000; length += 1) expect(fullAt(length / 2, length)).toBe(false);
    expect(fullAt(10_000, 0)).toBe(false);
    for (let length = 0; length < 1_000; length += 1) expect(fullAt(10_000 + length / 2, length)).toBe(false);
  });

  it('refuses what no burst needs', () => {
    expect(scene().fullAt(0, 1_024)).toBe(true);
  });

  it('keeps a queue short that does not get shorter by itself, until there is calm', () => {
    const { fullAt } = scene();
    expect(fullAt(0, 300)).toBe(false);
    expect(fullAt(900, 300)).toBe(false);
    expect(fullAt(1_100, 300)).toBe(true);
    expect(fullAt(1_200, 63)).toBe(false);
    expect(fullAt(1_210, 64)).toBe(true);
    expect(fullAt(2_200, 63)).toBe(false);
    expect(fullAt(2_205, 64)).toBe(true);
    expect(fullAt(3_300, 5)).toBe(false);
    expect(fullAt(3_310, 64)).toBe(false);
  });
});
