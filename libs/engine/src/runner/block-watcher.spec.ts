import type { EngineParts } from './engine-parts.js';
import { BlockWatcher } from './block-watcher.js';

describe('BlockWatcher', () => {
  let head: number;
  let timers: (() => void)[];
  let claimed: number[];
  let watcher: BlockWatcher;

  beforeEach(() => {
    [head, timers, claimed] = [7, [], []];
    const parts = {
      chain: { head: () => Promise.resolve({ blockNumber: head }) },
      timers: { after: (_delayMs: number, run: () => void) => (timers.push(run), () => undefined) },
    };
    watcher = new BlockWatcher(parts as unknown as EngineParts);
    watcher.subscribe((block) => (claimed.push(block), Promise.resolve(0)));
  });

  async function mineAndPoll(): Promise<void> {
    head += 1;
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

  it('does not poll once it is closed', async () => {
    const starting = watcher.start();
    watcher.close();
    await starting;
    expect({ pending: timers.length, block: watcher.blockNumber }).toEqual({ pending: 0, block: null });
  });
});
