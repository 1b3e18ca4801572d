import { MAX_STOP_MS } from './devnet.js';

describe('MAX_STOP_MS', () => {
  it('is below the 10 s that container platforms wait before they kill a process', () => {
    expect(MAX_STOP_MS).toBeLessThan(10_000);
  });
});
