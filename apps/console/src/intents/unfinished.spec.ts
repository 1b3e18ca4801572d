import { chooseRefreshInterval } from './unfinished.js';

describe('chooseRefreshInterval', () => {
  it.each(['queued', 'submitting', 'broadcast', 'unknown'] as const)('reads a %s attempt again', (status) =>
    expect(chooseRefreshInterval({ status })).toBe(3_000),
  );

  it.each(['executed', 'failed', 'cancelled'] as const)('leaves an attempt that is %s', (status) =>
    expect(chooseRefreshInterval({ status })).toBe(false),
  );

  it('needs an attempt', () => expect(chooseRefreshInterval(undefined)).toBe(false));
});
