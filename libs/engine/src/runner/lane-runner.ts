import { Injectable } from '@nestjs/common';
import { ChainUnavailableError } from '@app/chain';
import { errorFields, FailureLog } from '@app/observability';
import { isConnectionFailure, sqlState } from '@app/persistence';
import type { JobDelivery } from '@app/queue';
import { type BlockWait, type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { LaneJobs, type LaneWakeup } from '../domain/ports/lane-jobs.js';
import { BlockWatcher } from './block-watcher.js';
import { EngineDependencies } from './engine-dependencies.js';
import { LaneTurn } from './lane-turn.js';
import { earliestWake, type Wake } from './lane-wake.js';
import { LeaseRenewer } from './lease-renewer.js';
import { LANE_RELEASED } from './step-result.js';
import { StepRunner } from './step-runner.js';
import type { StopTimer } from './timers.js';

/** Waits up to this long hold the lane. A lease and a job for each would cost more than the slot. */
const MAX_HELD_WAIT_MS = 400;
/**
 * Lanes that wait longer have no job: the scheduler's sweep serves them. A job for each of 20,000 waiting lanes
 * makes BullMQ's statements on PostgreSQL slow: adding one again took 10 to 15 ms instead of 2.
 */
const MAX_JOB_DELAY_MS = 10_000;
const RETRY_DELAY_MS = 1_000;
/** SQLSTATEs of statements that waited for too long, as behind a slow transaction. */
const TIMEOUT_STATES: ReadonlySet<string> = new Set(['57014', '55P03']);
/** Time for which executions that wait for a block are not followed, when the lane is served for another one before. */
const MAX_UNFOLLOWED_MS = 1_000;

/** Why a lane is not held any more: the work under the lease failed, or it is done. */
type Ended = 'interrupted' | typeof LANE_RELEASED;

/** When a lane is served again, and the block from which it is served before that. */
type Rest = Pick<Wake, 'delayMs' | 'jobFor'> & { block?: BlockWait };

/**
 * Serves lanes, each until all of its executions have to wait. The wait is stored in the lane's row, and soon before its end
 * as a delayed job as well, so waiting lanes cost no worker.
 */
@Injectable()
export class LaneRunner {
  /** Lanes in service by account. Those without one share with no other. */
  readonly served = new Map<string, number>();
  private readonly running = new Map<string, Promise<void>>();
  /** Lanes whose job came while they were served, and perhaps after their release. */
  private readonly called = new Set<string>();
  /** The block that a lane waits for, and when its executions were followed, on this process's clock. */
  private readonly followed = new Map<string, { block: number; atMs: number }>();
  private readonly pauses = new Set<() => void>();
  /** A node that is away fails the turn of every lane. */
  private readonly chainFailures: FailureLog;
  private closing = false;

  constructor(
    private readonly dependencies: EngineDependencies,
    private readonly steps: StepRunner,
    private readonly leases: LeaseRenewer,
    private readonly blocks: BlockWatcher,
    private readonly jobs: LaneJobs,
  ) {
    this.chainFailures = new FailureLog({ log: dependencies.log, failed: { event: 'lane.chain_unavailable' } });
  }

  /**
   * Serves the lane unless another worker does, or leaves it to another worker on shutdown. Never rejects: errors are
   * logged, and the lane's row stays due.
   * @param serves whether the lane is served now; otherwise it stays due, for a claim
   */
  async run(laneId: string, { isRedelivered }: JobDelivery, serves = (_lease: Lease) => true): Promise<void> {
    if (this.closing) return this.addJob({ laneId, delayMs: 0 });
    if (this.running.has(laneId)) return void this.called.add(laneId);
    await this.track(laneId, async () => {
      const { failpoints, store, settings } = this.dependencies;
      await failpoints.reach('job_taken_no_lease');
      const lease = await store.acquire(laneId);
      if (lease !== null) await (serves(lease) ? this.serveUntilIdle(lease) : store.release(lease, 0));
      // The dead process of this job renewed its lease at most half a lease before BullMQ noticed.
      else if (isRedelivered) await this.addJob({ laneId, delayMs: settings.leaseMs / 2 });
    });
  }

  /** Serves a lane under a lease that this worker has. Never rejects. */
  async resume(lease: Lease): Promise<void> {
    const earlier = this.running.get(lease.laneId);
    await this.track(lease.laneId, async () => {
      await earlier;
      await this.serveUntilIdle(lease);
    });
  }

  /** Takes no more lanes and waits until the active ones have reached a point from which another worker can continue. */
  async close(): Promise<void> {
    this.closing = true;
    for (const end of this.pauses) end();
    await Promise.all(this.running.values());
    this.leases.close();
  }

  private async track(laneId: string, serve: () => Promise<void>): Promise<void> {
    const work = serve().catch((error: unknown) => {
      this.dependencies.log.warn({ event: 'lane.not_served', laneId, ...errorFields(error) });
    });
    this.running.set(laneId, work);
    await work;
    if (this.running.get(laneId) !== work) return;
    this.running.delete(laneId);
    this.called.delete(laneId);
  }

  private async serveUntilIdle(first: Lease): Promise<void> {
    this.countServed(first, 1);
    await this.serveTurns(first).finally(() => this.countServed(first, -1));
  }

  private countServed({ accountId }: Lease, change: 1 | -1): void {
    if (typeof accountId === 'string') this.served.set(accountId, (this.served.get(accountId) ?? 0) + change);
    if (this.served.get(accountId ?? '') === 0) this.served.delete(accountId ?? '');
  }

  private async serveTurns(first: Lease): Promise<void> {
    const { laneId } = first;
    for (let lease: Lease | null = first; lease !== null; lease = await this.dependencies.store.acquire(laneId)) {
      this.called.delete(laneId);
      const end = await this.serveOnce(lease);
      if (end === 'interrupted') return;
      const changed = end !== LANE_RELEASED && (await this.release(lease, end));
      if (end === null || end === LANE_RELEASED) await this.dependencies.failpoints.reach('done_not_acknowledged');
      if (!(changed || this.called.has(laneId)) || this.closing) return;
    }
  }

  /** @returns whether the lane changed while it was held */
  private async release(lease: Lease, wake: Rest | null): Promise<boolean> {
    const { laneId } = lease;
    // Before the release: a change of the lane is either seen by the release, or its own job replaces this one.
    if (wake?.jobFor !== undefined && wake.delayMs <= MAX_JOB_DELAY_MS) {
      await this.addJob({ laneId, delayMs: wake.delayMs, action: wake.jobFor });
    }
    this.called.delete(laneId);
    const changed = await this.dependencies.store.release(lease, wake?.delayMs ?? null, wake?.block);
    if (wake?.block !== undefined) await this.blocks.watch(wake.block.number);
    return changed;
  }

  /** @returns when the lane is served again, null for never, or why it is not held any more */
  private async serveOnce(lease: Lease): Promise<Rest | null | Ended> {
    const { store, log } = this.dependencies;
    const { laneId } = lease;
    log.debug({ event: 'lane.leased', laneId, fence: lease.fence });
    this.leases.track(lease);
    try {
      return await this.serve(lease);
    } catch (error) {
      if (error instanceof LeaseLostError) {
        log.warn({ event: 'lane.lease_lost', laneId });
        return 'interrupted';
      }
      if (error instanceof ChainUnavailableError) {
        this.chainFailures.failure(error, { laneId });
        return { delayMs: RETRY_DELAY_MS };
      }
      log.warn({ event: 'lane.interrupted', laneId, ...errorFields(error) });
      if (isConnectionFailure(error) || TIMEOUT_STATES.has(sqlState(error) ?? '')) return { delayMs: RETRY_DELAY_MS };
      this.leases.untrack(lease);
      if (await store.releaseFailed(lease)) log.error({ event: 'lane.quarantined', laneId });
      return 'interrupted';
    } finally {
      this.leases.untrack(lease);
    }
  }

  /** Works until the lane has to wait. @returns null when the lane has no work left and is still held */
  private async serve(lease: Lease): Promise<Rest | null | typeof LANE_RELEASED> {
    const { store, settings, timers } = this.dependencies;
    for (;;) {
      // Read before the chain is: a block that appears meanwhile ends the wait.
      const head = this.blocks.blockNumber;
      const work = await store.load(lease, settings.laneDepth);
      const [first] = work.executions;
      if (first === undefined) return null;
      const followed = this.findFollowed(lease);
      const turn = new LaneTurn(this.steps, lease, work, {
        depth: settings.laneDepth,
        isClosing: () => this.closing,
        awaitsBlock: followed !== null,
      });
      const resting = this.closing ? [] : await turn.run();
      if (turn.isReleased) return LANE_RELEASED;
      if (this.closing) return { delayMs: 0, jobFor: first.intent.action };
      for (const { execution, wait } of resting) {
        const { waitingFor } = wait;
        if (execution.waitingFor !== waitingFor) {
          await store.setWaitingFor(lease, { executionId: execution.id, waitingFor });
        }
      }
      if (turn.needsRead || resting.length === 0) continue;
      const wake = earliestWake(resting, work.breakerOpen);
      if (wake.delayMs <= MAX_HELD_WAIT_MS) {
        await this.pause(wake.delayMs);
      } else if (!wake.followsBlocks) {
        return wake;
      } else {
        // The watcher may have stopped during the turn, because no other lane waited.
        await this.blocks.start();
        // Never a block before the newest: claims leave out lanes whose block is many behind.
        const block = head === null ? null : Math.max(head + 1, this.blocks.blockNumber ?? 0);
        if (block !== null) {
          this.followed.set(lease.laneId, { block, atMs: followed?.atMs ?? timers.now() });
          return { ...wake, block: { number: block, hasRoom: turn.hasRoom } };
        }
      }
    }
  }

  /** When the lane was followed since the newest block; null otherwise, or if that is long ago. */
  private findFollowed({ laneId }: Lease): { atMs: number } | null {
    const followed = this.followed.get(laneId);
    this.followed.delete(laneId);
    if (followed === undefined || this.dependencies.timers.now() - followed.atMs > MAX_UNFOLLOWED_MS) return null;
    return (this.blocks.blockNumber ?? Infinity) < followed.block ? followed : null;
  }

  private async addJob(wakeup: LaneWakeup): Promise<void> {
    try {
      await this.jobs.add(wakeup);
    } catch (error) {
      // The row is due all the same, and the sweep finds it.
      this.dependencies.log.warn({ event: 'lane.wakeup_failed', laneId: wakeup.laneId, ...errorFields(error) });
    }
  }

  /** Waits while the lane is held. Ends early on close. */
  private async pause(delayMs: number): Promise<void> {
    let stop: StopTimer = () => undefined;
    let end: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      end = resolve;
      stop = this.dependencies.timers.after(delayMs, resolve);
      this.pauses.add(resolve);
    });
    stop();
    this.pauses.delete(end);
  }
}
