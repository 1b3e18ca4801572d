import { Injectable } from '@nestjs/common';
import { errorFields } from '@app/observability';
import { ChainUnavailableError } from '../domain/ports/chain.js';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { EngineParts } from './engine-parts.js';
import { LeaseRenewer } from './lease-renewer.js';
import { StepRunner } from './step-runner.js';
import { Timers } from './timers.js';
import { WakeTimers } from './wake-timers.js';

/** Delay of a lane after an unexpected error. */
const UNEXPECTED_RETRY_DELAY_MS = 1_000;

/**
 * Serves lanes, one execution at a time in each, until a lane has to wait. The delay is stored in the lane's row, so
 * waiting lanes cost no worker.
 */
@Injectable()
export class LaneRunner {
  private readonly running = new Map<string, Promise<void>>();
  private readonly wakeTimers: WakeTimers;
  private closing = false;

  constructor(
    private readonly parts: EngineParts,
    private readonly steps: StepRunner,
    private readonly leases: LeaseRenewer,
    timers: Timers,
  ) {
    this.wakeTimers = new WakeTimers((laneId) => void this.run(laneId), timers);
  }

  /** Serves the lane unless another worker does. Never rejects: errors are logged, and the lane's row stays due. */
  async run(laneId: string): Promise<void> {
    if (this.closing || this.running.has(laneId)) return;
    const work = this.serveUntilIdle(laneId).catch((error: unknown) => {
      this.parts.log.warn({ event: 'lane.not_served', laneId, ...errorFields(error) });
    });
    this.running.set(laneId, work);
    await work;
    this.running.delete(laneId);
  }

  /** Number of lanes being served. */
  get activeCount(): number {
    return this.running.size;
  }

  /** Takes no more lanes and waits until the active ones have reached a point from which another worker can continue. */
  async close(): Promise<void> {
    this.closing = true;
    this.wakeTimers.close();
    await Promise.all(this.running.values());
    this.leases.close();
  }

  private async serveUntilIdle(laneId: string): Promise<void> {
    const { store, failpoints, log } = this.parts;
    for (;;) {
      await failpoints.reach('job_taken_no_lease');
      const lease = await store.acquire(laneId);
      if (lease === null) return;
      log.debug({ event: 'lane.leased', laneId, fence: lease.fence });
      this.leases.track(lease);
      let delayMs: number | null;
      try {
        delayMs = await this.serve(lease);
      } catch (error) {
        if (error instanceof LeaseLostError) return log.warn({ event: 'lane.lease_lost', laneId });
        const event = error instanceof ChainUnavailableError ? 'lane.chain_unavailable' : 'lane.interrupted';
        log.warn({ event, laneId, ...errorFields(error) });
        delayMs = UNEXPECTED_RETRY_DELAY_MS;
      } finally {
        this.leases.untrack(lease);
      }
      const changed = await store.release(lease, delayMs);
      if (delayMs === null) await failpoints.reach('done_not_acknowledged');
      if (changed && !this.closing) continue;
      if (delayMs !== null && !this.closing) this.wakeTimers.wakeAfter(laneId, delayMs);
      return;
    }
  }

  /** Works until the lane has to wait. @returns for how long, or null when the lane has no work left */
  private async serve(lease: Lease): Promise<number | null> {
    const { store } = this.parts;
    for (;;) {
      const { execution, ...lane } = await store.load(lease);
      if (execution === null) return null;
      if (this.closing) return 0;
      const result = await this.steps.advance({ lease, ...lane, execution });
      if (result.again) continue;
      if (execution.waitingFor !== result.waitingFor) {
        await store.noteWaiting(lease, { executionId: execution.id, waitingFor: result.waitingFor });
      }
      return result.delayMs;
    }
  }
}
