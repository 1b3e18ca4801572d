import { refreshIntervalOf } from './unfinished.js';

describe('refreshIntervalOf', () => {
  it.each(['queued', 'submitting', 'broadcast', 'unknown'] as const)('reads a %s attempt again', (status) =>
    expect(refreshIntervalOf({ status })).toBe(3_000),
  );

  it.each(['executed', 'failed', 'cancelled'] as const)('leaves an attempt that is %s', (status) =>
    expect(refreshIntervalOf({ status })).toBe(false),
  );

  it('needs an attempt', () => expect(refreshIntervalOf(undefined)).toBe(false));
});
