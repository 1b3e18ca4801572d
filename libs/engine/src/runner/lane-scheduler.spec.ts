import type { Lease } from '../domain/ports/engine-store.js';
import type { BlockWatcher } from './block-watcher.js';
import type { EngineDependencies } from './engine-dependencies.js';
import type { LaneRunner } from './lane-runner.js';
import { LaneScheduler } from './lane-scheduler.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const LEASE: Lease = { laneId: 'lane', fence: '1' };

describe('LaneScheduler', () => {
  let sweep: () => void;
  let nowMs = 0;
  const later: { delayMs: number; run: () => void }[] = [];
  let claimForBlock: (block: number) => Promise<boolean>;

  function startScheduler({
    store = {},
    runner = {},
    concurrency = 1,
  }: Partial<Record<'store' | 'runner', object>> & { concurrency?: number }): LaneScheduler {
    const none = () => Promise.resolve([]);
    const parts = {
      store: {
        isIdle: () => Promise.resolve(false),
        claimDueLanes: none,
        claimLanesForBlock: none,
        hasLanesForBlock: () => Promise.resolve(false),
        ...store,
      },
      settings: { leaseMs: 5_000 },
      timers: {
        now: () => nowMs,
        every: (_ms: number, run: () => void) => ((sweep = run), () => undefined),
        after: (delayMs: number, run: () => void) => void later.push({ delayMs, run }),
      },
    };
    const blocks = { subscribe: (onBlock: typeof claimForBlock) => (claimForBlock = onBlock), close: () => undefined };
    const scheduler = new LaneScheduler(
      concurrency,
      parts as unknown as EngineDependencies,
      { served: new Map(), ...runner } as LaneRunner,
      blocks as unknown as BlockWatcher,
    );
    scheduler.start();
    return scheduler;
  }

  it('tells the watcher that lanes may wait for a block while it has no slot for them', async () => {
    let endTurn: () => void = () => undefined;
    const runner = { run: () => new Promise<void>((resolve) => (endTurn = resolve)) };
    const scheduler = startScheduler({ runner });
    await settled();
    expect(await claimForBlock(7)).toBe(false);
    const turn = scheduler.runJob('lane', { isRedelivered: false });
    expect(await claimForBlock(8)).toBe(true);
    endTurn();
    await turn;
    await settled();
    expect(await claimForBlock(9)).toBe(false);
  });

  it('claims lanes again that were locked when their block came', async () => {
    const served: Lease[] = [];
    let locked = [LEASE];
    const store = {
      hasLanesForBlock: () => Promise.resolve(locked.length > 0),
      claimLanesForBlock: () => Promise.resolve(later.length < 2 ? [] : locked.splice(0)),
    };
    startScheduler({ store, runner: { resume: (lease: Lease) => Promise.resolve(void served.push(lease)) } });
    expect(await claimForBlock(7)).toBe(true);
    later.at(-1)?.run();
    await settled();
    expect(served).toEqual([]);
    later.at(-1)?.run();
    await settled();
    expect(served).toEqual([LEASE]);
    expect(later.map(({ delayMs }) => delayMs)).toEqual([20, 40]);
    locked = [];
    expect(await claimForBlock(8)).toBe(false);
  });

  it('serves a lane that falls due without a job at the next sweep', async () => {
    const due: Lease[] = [];
    const served: Lease[] = [];
    const store = { claimDueLanes: () => Promise.resolve(due.splice(0)) };
    startScheduler({ store, runner: { resume: (lease: Lease) => Promise.resolve(void served.push(lease)) } });
    await settled();
    due.push(LEASE);
    sweep();
    await settled();
    expect(served).toEqual([LEASE]);
  });

  it('sweeps every five seconds while no lane is due or waits, and at once when it is woken', async () => {
    let [checks, claims] = [0, 0];
    let isIdle = true;
    const store = {
      isIdle: () => Promise.resolve(isIdle).finally(() => (checks += 1)),
      claimDueLanes: () => Promise.resolve([]).finally(() => (claims += 1)),
    };
    const scheduler = startScheduler({ store });
    const sweepAt = async (atMs: number): Promise<[number, number]> => {
      nowMs = atMs;
      sweep();
      await settled();
      return [checks, claims];
    };
    await settled();
    expect(await sweepAt(4_999)).toEqual([1, 0]);
    expect(await sweepAt(5_000)).toEqual([2, 0]);
    isIdle = false;
    scheduler.wake();
    await settled();
    expect([checks, claims]).toEqual([3, 1]);
    expect(await sweepAt(6_000)).toEqual([3, 1]);
    expect(await sweepAt(10_000)).toEqual([4, 2]);
    expect(await sweepAt(11_000)).toEqual([5, 3]);
  });

  it('serves a lane that it claims while it closes before the runner is closed', async () => {
    const events: string[] = [];
    let claimed: (leases: Lease[]) => void = () => undefined;
    const store = { claimDueLanes: () => new Promise<Lease[]>((resolve) => (claimed = resolve)) };
    const runner = {
      resume: () => Promise.resolve(void events.push('resumed')),
      close: () => Promise.resolve(void events.push('closed')),
    };
    const scheduler = startScheduler({ store, runner });
    await settled();
    const closing = scheduler.close();
    await settled();
    claimed([LEASE]);
    await closing;
    expect(events).toEqual(['resumed', 'closed']);
  });

  it('leaves the jobs of an account that has its share of the slots to claims, while few are free', async () => {
    const inService = new Map<string, number>();
    const served: string[] = [];
    const claims: ReadonlyMap<string, number>[] = [];
    const ends: (() => void)[] = [];
    const run = async (accountId: string, _delivery: unknown, serves: (lease: Lease) => boolean): Promise<boolean> => {
      const lease = { laneId: 'lane', fence: '1', accountId };
      if (!serves(lease)) return true;
      served.push(accountId);
      inService.set(accountId, (inService.get(accountId) ?? 0) + 1);
      await new Promise<void>((resolve) => ends.push(resolve));
      return false;
    };
    const claimDueLanes = (_limit: number, of: ReadonlyMap<string, number>) =>
      Promise.resolve(claims.push(new Map(of))).then(() => []);
    const scheduler = startScheduler({ store: { claimDueLanes }, runner: { run, served: inService }, concurrency: 8 });
    await settled();
    for (let job = 0; job < 9; job += 1) void scheduler.runJob('crowd', { isRedelivered: false });
    void scheduler.runJob('one', { isRedelivered: false });
    await settled();
    expect(served.filter((accountId) => accountId === 'crowd')).toHaveLength(4);
    expect(served.at(-1)).toBe('one');
    expect(claims).toEqual([new Map(), new Map([['crowd', 4]])]);
    for (const end of ends) end();
  });
});
