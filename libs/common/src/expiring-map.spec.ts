import { Clock } from './clock.js';
import { ExpiringMap } from './expiring-map.js';

class ManualClock extends Clock {
  ms = 1_000;

  now(): Date {
    return new Date(this.ms);
  }
}

describe('ExpiringMap', () => {
  const clock = new ManualClock();
  let map: ExpiringMap<number>;

  beforeEach(() => {
    map = new ExpiringMap(clock);
  });

  it('returns an entry until it expires', () => {
    map.set('one', 1, clock.ms + 10);
    map.set('two', 2, clock.ms + 20);
    expect([map.get('one'), map.get('two'), map.get('three')]).toEqual([1, 2, undefined]);
    clock.ms += 10;
    expect([map.get('one'), map.get('two')]).toEqual([undefined, 2]);
  });

  it('holds at most 10,000 entries', () => {
    for (let key = 0; key <= 10_000; key += 1) map.set(String(key), key, Infinity);
    expect([map.get('0'), map.get('10000')]).toEqual([undefined, 10_000]);
  });
});
