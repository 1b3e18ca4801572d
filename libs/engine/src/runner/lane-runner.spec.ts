import { ChainUnavailableError } from '@app/chain';
import type { Execution, LaneWork } from '../domain/lane-work.js';
import type { BlockWait } from '../domain/ports/engine-store.js';
import type { LaneJobs } from '../domain/ports/lane-jobs.js';
import type { BlockWatcher } from './block-watcher.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { LaneRunner } from './lane-runner.js';
import type { LeaseRenewer } from './lease-renewer.js';
import type { StepInput } from './step-context.js';
import { CONTINUE, LANE_RELEASED, type StepResult, endTurn } from './step-result.js';
import type { StepRunner } from './step-runner.js';

const LEASE = { laneId: 'lane', fence: '1' };
const LANE = {
  nowMs: 0,
  providerWalletId: null,
  limits: { marketLimit: null, dailyLimit: null, totalLimit: null, policyVersion: '1' },
  breakerOpen: false,
  hasReservation: false,
  knownBlock: 0,
  awaitsFunds: false,
};

function executionWith(status: string): Execution {
  const steps = [{ kind: 'main', status }];
  const fields = { id: 'execution', status: 'broadcast', waitingFor: 'block', intent: { action: 'buy_yes' }, steps };
  return fields as unknown as Execution;
}

describe('LaneRunner', () => {
  let released: unknown[];
  let blockNumber: number | null;
  /** Block with which the watcher starts. */
  let newest: number;
  let rows: (Execution | null)[];
  let acquired: number;
  let warnings: unknown[];

  beforeEach(() => {
    [released, blockNumber, newest, rows, acquired, warnings] = [[], null, 7, [], 0, []];
  });

  /** Serves the lane. @returns the statuses of the steps that were decided on */
  async function serve(
    results: readonly StepResult[],
    {
      jobs = 1,
      jobsDuringStep = 0,
      duringStep = () => undefined,
    }: { jobs?: number; jobsDuringStep?: number; duringStep?: () => unknown } = {},
  ): Promise<unknown[]> {
    const decided: unknown[] = [];
    acquired = 0;
    const store = {
      acquire: () => (rows.length === 0 ? null : ((acquired += 1), LEASE)),
      load: (): LaneWork => {
        const row = rows.shift() ?? null;
        return { ...LANE, executions: row === null ? [] : [row] };
      },
      release: (_lease: unknown, delayMs: number | null, block?: BlockWait) => (
        released.push([delayMs, block?.number]),
        false
      ),
    };
    const steps = {
      advance: ({ execution }: StepInput): StepResult => {
        decided.push(execution.steps[0]?.status);
        if (decided.length <= jobsDuringStep) void runner.run(LEASE.laneId, { isRedelivered: false });
        duringStep();
        return results[decided.length - 1] ?? CONTINUE;
      },
    };
    const blocks = {
      get blockNumber() {
        return blockNumber;
      },
      start: () => void (blockNumber ??= newest),
      watch: () => undefined,
    };
    const log = { debug: () => undefined, warn: (line: unknown) => warnings.push(line) };
    const parts = {
      store,
      failpoints: { reach: () => undefined },
      log,
      settings: { laneDepth: 1 },
      timers: { now: () => 0 },
    };
    const leases = { track: () => undefined, untrack: () => undefined };
    const runner = new LaneRunner(
      parts as unknown as EngineDependencies,
      steps as unknown as StepRunner,
      leases as unknown as LeaseRenewer,
      blocks as unknown as BlockWatcher,
      { add: () => undefined } as unknown as LaneJobs,
    );
    for (let job = 0; job < jobs; job += 1) await runner.run(LEASE.laneId, { isRedelivered: false });
    return decided;
  }

  it('reads the lane again when it begins to watch blocks, because a rest may follow a write', async () => {
    rows = [executionWith('sent'), executionWith('mined'), null];
    expect(await serve([endTurn({ delayMs: 1_000, waitingFor: 'block' })])).toEqual(['sent', 'mined']);
    expect(released).toEqual([[null, undefined]]);
  });

  it('neither reads nor releases a lane that its last execution has released', async () => {
    rows = [executionWith('mined'), executionWith('planned')];
    expect(await serve([LANE_RELEASED])).toEqual(['mined']);
    expect({ acquired, released }).toEqual({ acquired: 1, released: [] });
  });

  it('serves a lane again whose job came while it was served and may have come after its release', async () => {
    rows = [executionWith('mined'), executionWith('planned'), executionWith('planned')];
    expect(await serve([LANE_RELEASED, LANE_RELEASED], { jobsDuringStep: 1 })).toEqual(['mined', 'planned']);
    expect({ acquired, released }).toEqual({ acquired: 2, released: [] });
  });

  it('waits for the block after the newest one known before the chain was read', async () => {
    blockNumber = 7;
    rows = [executionWith('sent')];
    await serve([endTurn({ delayMs: 1_000, waitingFor: 'block' })]);
    expect(released).toEqual([[5_000, 8]]);
  });

  it('watches again if the watcher stopped during the turn, and waits for no block before the newest', async () => {
    blockNumber = 7;
    rows = [executionWith('sent')];
    const stopWatching = () => ([blockNumber, newest] = [null, 90]);
    await serve([endTurn({ delayMs: 1_000, waitingFor: 'block' })], { duringStep: stopWatching });
    expect(released).toEqual([[5_000, 90]]);
  });

  it('waits for the next block after a turn that has sent the step', async () => {
    blockNumber = 7;
    rows = [executionWith('planned')];
    await serve([endTurn({ delayMs: 100, waitingFor: 'block' }, executionWith('sent'))]);
    expect(released).toEqual([[5_000, 8]]);
  });

  it('counts the age of known receipts from the turn that read them', async () => {
    blockNumber = 7;
    rows = [executionWith('sent')];
    const write: StepResult = {
      again: true,
      get carried() {
        blockNumber = 8; // mined while the hash was written
        return { execution: executionWith('sent'), nowMs: 0, knownBlock: 0, known: { receipts: [] } };
      },
    };
    await serve([write, endTurn({ delayMs: 1_000, waitingFor: 'block' })]);
    expect(released).toEqual([[5_000, 8]]);
  });

  it('quarantines no lane whose statements time out behind a slow transaction', async () => {
    rows = Array.from({ length: 20 }, () => executionWith('sent'));
    const duringStep = () => {
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    };
    await serve([], { jobs: 20, duringStep });
    expect(released).toEqual(Array(20).fill([1_000, undefined]));
    expect(warnings).toHaveLength(20);
  });

  it('logs one line for all turns that fail because the node is away', async () => {
    rows = [executionWith('sent'), executionWith('sent'), executionWith('sent')];
    const duringStep = () => {
      throw new ChainUnavailableError('receipt');
    };
    await serve([], { jobs: 3, duringStep });
    expect(released).toEqual(Array(3).fill([1_000, undefined]));
    expect(warnings).toEqual([
      expect.objectContaining({ event: 'lane.chain_unavailable', laneId: 'lane', errorName: 'ChainUnavailableError' }),
    ]);
  });
});
