import type { LaneJobs } from '../domain/ports/lane-jobs.js';
import type { BlockWatcher } from './block-watcher.js';
import type { EngineParts } from './engine-parts.js';
import type { LaneRunner } from './lane-runner.js';
import { LaneScheduler } from './lane-scheduler.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('LaneScheduler', () => {
  it('tells the watcher that lanes may wait for a block while it has no slot for them', async () => {
    let claimForBlock: (block: number) => Promise<boolean> = () => Promise.reject(new Error('not subscribed'));
    let endTurn: () => void = () => undefined;
    const none = () => Promise.resolve([]);
    const store = { claimDueLanes: none, findUpcomingLanes: none, claimLanesForBlock: none };
    const parts = { store, settings: { leaseMs: 5_000 }, timers: { every: () => () => undefined } };
    const runner = { run: () => new Promise<void>((resolve) => (endTurn = resolve)) };
    const blocks = { subscribe: (onBlock: typeof claimForBlock) => (claimForBlock = onBlock) };
    const scheduler = new LaneScheduler(
      1,
      parts as unknown as EngineParts,
      runner as unknown as LaneRunner,
      blocks as unknown as BlockWatcher,
      {} as LaneJobs,
    );
    scheduler.start();
    await settled();
    expect(await claimForBlock(7)).toBe(false);
    const turn = scheduler.runJob('lane', { isRedelivered: false });
    expect(await claimForBlock(8)).toBe(true);
    endTurn();
    await turn;
    await settled();
    expect(await claimForBlock(9)).toBe(false);
  });
});
