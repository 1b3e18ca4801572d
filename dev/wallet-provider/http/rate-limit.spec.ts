import { Clock } from '@app/common';
import { RateLimit } from './rate-limit.js';

class FakeClock extends Clock {
  ms = 0;

  override now(): Date {
    return new Date(this.ms);
  }
}

describe('RateLimit', () => {
  it('is unlimited at zero', () => {
    const limit = new RateLimit({ getsPerSecond: 0, postsPerSecond: 0 }, new FakeClock());
    expect(Array.from({ length: 100 }, () => limit.allows('POST'))).not.toContain(false);
  });

  it('allows the requests of one second at once, and refills reads and writes separately', () => {
    const clock = new FakeClock();
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
