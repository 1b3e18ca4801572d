import { jest } from '@jest/globals';
import { ChainRpc, EthersChain } from '@app/chain';
import { JsonRpcClient, JsonRpcUnavailableError } from '@app/common';
import { ARMED_AT, buildSubject, planned, SETTINGS } from '../../../../test/support/decision-rows.js';
import type { Execution, LaneWork } from '../domain/lane-work.js';
import type { Lease } from '../domain/ports/engine-store.js';
import type { LaneJobs, LaneWakeup } from '../domain/ports/lane-jobs.js';
import { BlockWatcher } from './block-watcher.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { LaneRunner } from './lane-runner.js';
import { LaneScheduler } from './lane-scheduler.js';
import { LeaseRenewer } from './lease-renewer.js';
import { StepRunner } from './step-runner.js';
import { SystemTimers } from './timers.js';

const LANES = 200;
const CONCURRENCY = 8;
const CALL_TIMEOUT_MS = 5_000;

/** Lanes whose executions are all due, on the clock of Jest's timers. */
class FakeLanes {
  /** Turns that have ended, by their duration. */
  readonly turnsMs: number[] = [];
  private readonly dueAtMs = new Map(Array.from({ length: LANES }, (_, lane) => [String(lane), performance.now()]));
  private readonly leasedAtMs = new Map<string, number>();

  acquire(laneId: string): Lease | null {
    if (this.leasedAtMs.has(laneId) || (this.dueAtMs.get(laneId) ?? Infinity) > performance.now()) return null;
    this.leasedAtMs.set(laneId, performance.now());
    return { laneId, fence: '1' };
  }

  claimDueLanes(limit: number): Promise<Lease[]> {
    const leases: Lease[] = [];
    for (const laneId of this.dueAtMs.keys()) {
      const lease = leases.length < limit ? this.acquire(laneId) : null;
      if (lease !== null) leases.push(lease);
    }
    return Promise.resolve(leases);
  }

  isIdle = () => Promise.resolve(false);
  renew = () => Promise.resolve(new Set());
  setWaitingFor = () => Promise.resolve();
  takeSendPermit = () => Promise.resolve(0);

  load(): LaneWork {
    const { step, execution } = buildSubject(planned);
    const due: Execution = { ...execution, waitingFor: null, requestId: null, traceParent: null, steps: [step] };
    const lane = { nowMs: ARMED_AT, providerWalletId: 'wallet', breakerOpen: false, hasReservation: false };
    const limits = { marketLimit: null, dailyLimit: null, totalLimit: null, policyVersion: '1' };
    return { ...lane, limits, knownBlock: 0, awaitsFunds: false, executions: [due] };
  }

  release({ laneId }: Lease, delayMs: number | null): Promise<boolean> {
    this.turnsMs.push(performance.now() - (this.leasedAtMs.get(laneId) ?? 0));
    this.leasedAtMs.delete(laneId);
    this.dueAtMs.set(laneId, performance.now() + (delayMs ?? Infinity));
    return Promise.resolve(false);
  }
}

describe('lanes while the node is silent', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers(); // drops the timers of the scheduler
  });

  it('end their turns without waiting for the node, which gets one request a second', async () => {
    jest.useFakeTimers();
    const send = jest.spyOn(JsonRpcClient.prototype, 'send').mockImplementation(async () => {
      await new Promise<void>((resolve) => void setTimeout(resolve, CALL_TIMEOUT_MS));
      throw new JsonRpcUnavailableError('timeout');
    });
    const { factoryAddress, collateralAddress } = SETTINGS.plan;
    const rpc = new ChainRpc({ url: 'http://127.0.0.1:1', chainId: 31_999 });
    const lanes = new FakeLanes();
    const nothing = () => undefined;
    const parts = {
      ...{ store: lanes, chain: new EthersChain(rpc, { factoryAddress, collateralAddress }) },
      ...{
        settings: { ...SETTINGS, leaseMs: 60_000, laneDepth: 1 },
        random: () => 0.5,
        failpoints: { reach: nothing },
      },
      timers: new SystemTimers(),
      log: { debug: nothing, warn: nothing },
    } as unknown as EngineDependencies;
    const jobs: LaneJobs = {
      add({ laneId, delayMs }: LaneWakeup) {
        setTimeout(() => void scheduler.runJob(laneId, { isRedelivered: false }), delayMs);
        return Promise.resolve();
      },
    };
    const blocks = new BlockWatcher(parts);
    const runner = new LaneRunner(parts, new StepRunner(parts), new LeaseRenewer(parts), blocks, jobs);
    const scheduler = new LaneScheduler(CONCURRENCY, parts, runner, blocks);
    scheduler.start();
    // The breaker opens after three timeouts.
    await jest.advanceTimersByTimeAsync(4 * CALL_TIMEOUT_MS);
    send.mockClear();
    lanes.turnsMs.length = 0;

    await jest.advanceTimersByTimeAsync(60_000);

    // Each lane is due again after 3.75 s, with the same jitter all at one moment, at which one of them asks the node.
    expect(lanes.turnsMs.length).toBeGreaterThan(LANES * 10);
    expect(Math.max(...lanes.turnsMs)).toBeLessThanOrEqual(2_000);
    expect(lanes.turnsMs.filter((turnMs) => turnMs > 0).length).toBeLessThanOrEqual(60);
    expect(send.mock.calls.length).toBeLessThanOrEqual(60);
    expect(send.mock.calls.length).toBeGreaterThanOrEqual(16);
  });
});
