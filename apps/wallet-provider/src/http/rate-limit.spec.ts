import { Clock } from '@app/common';
import { RateLimit } from './rate-limit.js';

class HandClock extends Clock {
  ms = 0;

  override now(): Date {
    return new Date(this.ms);
  }
}

describe('rate limit', () => {
  it('is off at zero', () => {
    const limit = new RateLimit({ getsPerSecond: 0, postsPerSecond: 0 }, new HandClock());
    expect(Array.from({ length: 100 }, () => limit.allows('POST'))).not.toContain(false);
  });

  it('allows a second’s worth at once, then as time passes, reads and writes apart', () => {
    const clock = new HandClock();
    const limit = new RateLimit({ getsPerSecond: 2, postsPerSecond: 1 }, clock);
    const tries = () => [
      limit.allows('GET'),
      limit.allows('GET'),
      limit.allows('GET'),
      limit.allows('POST'),
      limit.allows('POST'),
    ];
    expect(tries()).toEqual([true, true, false, true, false]);
    clock.ms = 500;
    expect([limit.allows('GET'), limit.allows('GET'), limit.allows('POST')]).toEqual([true, false, false]);
    clock.ms = 60_000;
    expect(tries()).toEqual([true, true, false, true, false]);
  });
});
