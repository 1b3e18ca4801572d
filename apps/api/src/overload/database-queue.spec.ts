import { DatabaseQueue } from './database-queue.js';

/** A queue of ten connections, at a time and of a length that can be set. */
function scene(): { queue: DatabaseQueue; fullAt: (nowMs: number, length: number) => boolean } {
  let [nowMs, length] = [0, 0];
  const queue = new DatabaseQueue({ waiting: () => length, connections: 10, nowMs: () => nowMs });
  const fullAt = (newMs: number, newLength: number): boolean => {
    [nowMs, length] = [newMs, newLength];
    return queue.isFull();
  };
  return { queue, fullAt };
}

describe('DatabaseQueue', () => {
  it('takes a burst, and another one later', () => {
    const { fullAt } = scene();
    for (let length = 0; length < 200; length += 1) expect(fullAt(length, length)).toBe(false);
    expect(fullAt(10_000, 0)).toBe(false);
    for (let length = 0; length < 200; length += 1) expect(fullAt(10_000 + length, length)).toBe(false);
  });

  it('refuses what no burst needs', () => {
    expect(scene().fullAt(0, 256)).toBe(true);
  });

  it('keeps a queue short that does not get shorter by itself, until there is calm', () => {
    const { fullAt } = scene();
    expect(fullAt(0, 100)).toBe(false);
    expect(fullAt(200, 100)).toBe(false);
    expect(fullAt(300, 100)).toBe(true);
    expect(fullAt(400, 29)).toBe(false);
    expect(fullAt(410, 30)).toBe(true);
    expect(fullAt(1_400, 29)).toBe(false);
    expect(fullAt(1_405, 30)).toBe(true);
    expect(fullAt(2_500, 5)).toBe(false);
    expect(fullAt(2_510, 30)).toBe(false);
  });
});
