import { ChainUnavailableError } from '@app/chain';
import type { EngineDependencies } from './engine-dependencies.js';
import { BlockWatcher } from './block-watcher.js';

describe('BlockWatcher', () => {
  let head: number;
  let headFailure: Error | null;
  let timers: (() => void)[];
  let claimed: number[];
  /** Whether a claim finds lanes, or has no slot for them. */
  let waiting: boolean;
  let watcher: BlockWatcher;

  beforeEach(() => {
    [head, timers, claimed, waiting] = [7, [], [], false];
    headFailure = null;
    const parts = {
      chain: {
        head: () => (headFailure === null ? Promise.resolve({ blockNumber: head }) : Promise.reject(headFailure)),
      },
      timers: { now: () => 0, after: (_delayMs: number, run: () => void) => (timers.push(run), () => undefined) },
    };
    watcher = new BlockWatcher(parts as unknown as EngineDependencies);
    watcher.subscribe((block) => (claimed.push(block), Promise.resolve(waiting)));
  });

  async function mineAndPoll(): Promise<void> {
    head += 1;
    await poll();
  }

  async function poll(): Promise<void> {
    timers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  it('claims lanes at each new block, and stops after two for which no lane waited', async () => {
    await watcher.start();
    await mineAndPoll();
    await mineAndPoll();
    expect({ claimed, pending: timers.length, block: watcher.blockNumber }).toEqual({
      claimed: [8, 9],
      pending: 0,
      block: null,
    });
  });

  it('claims at once for a lane whose block exists', async () => {
    await watcher.start();
    await watcher.watch(7);
    await watcher.watch(8);
    expect(claimed).toEqual([7]);
  });

  it('starts again after it has stopped', async () => {
    await watcher.start();
    await mineAndPoll();
    await mineAndPoll();
    await watcher.start();
    expect({ pending: timers.length, block: watcher.blockNumber }).toEqual({ pending: 1, block: 9 });
    await mineAndPoll();
    expect(claimed).toEqual([8, 9, 10]);
  });

  it('continues while lanes are claimed or have no slot', async () => {
    await watcher.start();
    waiting = true;
    for (let block = 0; block < 3; block += 1) await mineAndPoll();
    expect({ claimed, pending: timers.length }).toEqual({ claimed: [8, 9, 10], pending: 1 });
  });

  it('starts again for a lane whose release came after it had stopped, and claims it if its block exists', async () => {
    await watcher.start();
    await mineAndPoll();
    await mineAndPoll();
    await watcher.watch(9);
    expect({ claimed, pending: timers.length, block: watcher.blockNumber }).toEqual({
      claimed: [8, 9, 9],
      pending: 1,
      block: 9,
    });
  });

  it('ignores a head that is a few blocks lower, as of another node behind the same address', async () => {
    await watcher.start();
    head = 6;
    await poll();
    expect({ claimed, block: watcher.blockNumber }).toEqual({ claimed: [], block: 7 });
  });

  it('follows the chain again after the node has named a block that does not exist', async () => {
    head = 1_000_000;
    await watcher.start();
    head = 7;
    await poll();
    await mineAndPoll();
    expect({ claimed, block: watcher.blockNumber }).toEqual({ claimed: [7, 8], block: null });
  });

  it('does not reject for a released lane while the chain cannot be reached', async () => {
    headFailure = new ChainUnavailableError('down');
    await watcher.watch(8);
    expect({ claimed, pending: timers.length }).toEqual({ claimed: [], pending: 0 });
  });

  it('does not poll once it is closed', async () => {
    const starting = watcher.start();
    watcher.close();
    await starting;
    expect({ pending: timers.length, block: watcher.blockNumber }).toEqual({ pending: 0, block: null });
  });
});
