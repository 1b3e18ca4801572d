import { Clock } from '@app/common';
import { BlockTicker } from './block-ticker.js';

class FakeClock extends Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
}

/** A chain that counts its blocks, and a ticker that is called every second. */
function setUp() {
  const clock = new FakeClock();
  const chain = { head: 0, down: false, mined: [] as number[] };
  const ticker = new BlockTicker({
    clock,
    call: (method) => {
      if (chain.down) return Promise.reject(new Error('down'));
      if (method === 'eth_blockNumber') return Promise.resolve(`0x${chain.head.toString(16)}`);
      chain.head += 1;
      chain.mined.push(clock.ms / 1000);
      return Promise.resolve('0x0');
    },
  });
  const passSeconds = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.ms += 1_000;
      await ticker.tick();
    }
  };
  return { chain, passSeconds };
}

describe('BlockTicker', () => {
  it('mines a block every second until a minute after the last transaction', async () => {
    const { chain, passSeconds } = setUp();
    await passSeconds(30);
    chain.head += 1; // a transaction
    await passSeconds(60);
    expect(chain.mined).toHaveLength(90);
  });

  it('mines fewer blocks without transactions, but at least one every 30 seconds', async () => {
    const { chain, passSeconds } = setUp();
    await passSeconds(3_600);
    expect(chain.mined.length).toBeLessThan(400);
    chain.mined.length = 0;
    await passSeconds(3_600);
    expect(chain.mined).toHaveLength(120);
  });

  it('returns to a block every second after a transaction', async () => {
    const { chain, passSeconds } = setUp();
    await passSeconds(7_200);
    chain.head += 1;
    await passSeconds(1);
    chain.mined.length = 0;
    await passSeconds(10);
    expect(chain.mined).toHaveLength(10);
  });

  it('continues after the chain was down', async () => {
    const { chain, passSeconds } = setUp();
    chain.down = true;
    await passSeconds(5);
    chain.down = false;
    await passSeconds(5);
    expect(chain.mined).toHaveLength(5);
  });
});
