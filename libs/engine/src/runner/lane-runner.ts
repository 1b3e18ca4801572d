import { errorFields, type Logger } from '@app/observability';
import { ChainUnavailableError } from '../domain/ports/chain.js';
import type { Failpoints } from '../domain/ports/failpoints.js';
import { type EngineStore, type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import type { LeaseRenewer } from './lease-renewer.js';
import type { StepRunner } from './step-runner.js';
import type { WakeTimers } from './wake-timers.js';

/** The rest a lane takes after something that nobody foresaw. */
const UNEXPECTED_RETRY_DELAY_MS = 1_000;

export interface LaneRunnerParts {
  store: EngineStore;
  steps: StepRunner;
  keeper: LeaseRenewer;
  timers: WakeTimers;
  log: Logger;
  failpoints: Failpoints;
}

/**
 * Serves one lane at a time for as long as there is something to do at once, then gives it back. Whatever waits (for a
 * block, a backoff, an unknown outcome) waits in the lane's row, not here.
 */
export class LaneRunner {
  private readonly running = new Map<string, Promise<void>>();
  private closing = false;

  constructor(private readonly parts: LaneRunnerParts) {}

  /** Serves the lane if nobody else does. Never rejects: what goes wrong is logged, and the lane's row is due again. */
  async run(laneId: string): Promise<void> {
    if (this.closing || this.running.has(laneId)) return;
    const work = this.serveUntilIdle(laneId).catch((error: unknown) => {
      this.parts.log.warn({ event: 'lane.not_served', laneId, ...errorFields(error) });
    });
    this.running.set(laneId, work);
    await work;
    this.running.delete(laneId);
  }

  /** How many lanes it serves at this moment. */
  get activeCount(): number {
    return this.running.size;
  }

  /** Takes no more lanes, and waits until those in hand are at a point where another worker can go on. */
  async close(): Promise<void> {
    this.closing = true;
    this.parts.timers.close();
    await Promise.all(this.running.values());
  }

  private async serveUntilIdle(laneId: string): Promise<void> {
    const { store, keeper, timers, failpoints, log } = this.parts;
    for (;;) {
      await failpoints.reach('job_taken_no_lease');
      const lease = await store.acquire(laneId);
      if (lease === null) return;
      log.debug({ event: 'lane.leased', laneId, fence: lease.fence });
      keeper.hold(lease);
      let delayMs: number | null;
      try {
        delayMs = await this.serve(lease);
      } catch (error) {
        if (error instanceof LeaseLostError) return this.reportLost(laneId);
        this.reportFailure(laneId, error);
        delayMs = UNEXPECTED_RETRY_DELAY_MS;
      } finally {
        keeper.drop(lease);
      }
      const changed = await store.release(lease, delayMs);
      if (delayMs === null) await failpoints.reach('done_not_acknowledged');
      if (changed && !this.closing) continue;
      if (delayMs !== null && !this.closing) timers.wakeAfter(laneId, delayMs);
      return;
    }
  }

  /** Works until the lane has to wait; answers for how long, or null when nothing is left in it. */
  private async serve(lease: Lease): Promise<number | null> {
    const { store, steps } = this.parts;
    for (;;) {
      const { execution, ...lane } = await store.load(lease);
      if (execution === null) return null;
      if (this.closing) return 0;
      const verdict = await steps.advance({ lease, ...lane, execution });
      if (verdict.again) continue;
      if (execution.waitingFor !== verdict.waitingFor) {
        await store.noteWaiting(lease, { executionId: execution.id, waitingFor: verdict.waitingFor });
      }
      return verdict.delayMs;
    }
  }

  private reportLost(laneId: string): void {
    this.parts.log.warn({ event: 'lane.lease_lost', laneId });
  }

  private reportFailure(laneId: string, error: unknown): void {
    const event = error instanceof ChainUnavailableError ? 'lane.chain_unavailable' : 'lane.interrupted';
    this.parts.log.warn({ event, laneId, ...errorFields(error) });
  }
}
