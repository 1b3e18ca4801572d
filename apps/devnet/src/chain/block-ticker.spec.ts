import { Clock } from '@app/common';
import { BlockTicker } from './block-ticker.js';

class FakeClock extends Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
}

/** A chain that counts its blocks, and a keeper that is called every second. */
function world() {
  const clock = new FakeClock();
  const chain = { head: 0, down: false, mined: [] as number[] };
  const keeper = new BlockTicker({
    clock,
    call: (method) => {
      if (chain.down) return Promise.reject(new Error('down'));
      if (method === 'eth_blockNumber') return Promise.resolve(`0x${chain.head.toString(16)}`);
      chain.head += 1;
      chain.mined.push(clock.ms / 1000);
      return Promise.resolve('0x0');
    },
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.ms += 1_000;
      await keeper.tick();
    }
  };
  return { chain, pass };
}

describe('BlockTicker', () => {
  it('mines a block every second while the chain is used, and for a minute after', async () => {
    const { chain, pass } = world();
    await pass(30);
    chain.head += 1; // a transaction
    await pass(60);
    expect(chain.mined).toHaveLength(90);
  });

  it('mines less and less while nobody uses it, but at least every thirty seconds', async () => {
    const { chain, pass } = world();
    await pass(3_600);
    expect(chain.mined.length).toBeLessThan(400);
    chain.mined.length = 0;
    await pass(3_600);
    expect(chain.mined).toHaveLength(120);
  });

  it('is back to every second after one transaction', async () => {
    const { chain, pass } = world();
    await pass(7_200);
    chain.head += 1;
    await pass(1);
    chain.mined.length = 0;
    await pass(10);
    expect(chain.mined).toHaveLength(10);
  });

  it('outlives a chain that is down', async () => {
    const { chain, pass } = world();
    chain.down = true;
    await pass(5);
    chain.down = false;
    await pass(5);
    expect(chain.mined).toHaveLength(5);
  });
});
