import { Backoff } from './backoff.js';

describe('Backoff', () => {
  it('doubles from 0.2 s to 5 s and stays there', () => {
    const backoff = new Backoff();
    const delays = Array.from({ length: 8 }, () => backoff.nextDelayMs(0));
    expect(delays).toEqual([200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
  });

  it('resets after 10 s of health, and not earlier', () => {
    const backoff = new Backoff();
    backoff.nextDelayMs(0);
    backoff.nextDelayMs(0);
    expect(backoff.nextDelayMs(9_999)).toBe(800);
    expect(backoff.nextDelayMs(10_000)).toBe(200);
    expect(backoff.nextDelayMs(0)).toBe(400);
  });
});
