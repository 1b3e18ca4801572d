import type { StepFailure } from '@app/engine';
import type { LaneWork } from '../../libs/engine/src/domain/lane-work.js';
import type { Applied, Arming, ArmingResult, Change, Lease } from '../../libs/engine/src/domain/ports/engine-store.js';
import type { StepKind } from '../../libs/engine/src/domain/states.js';
import { MemoryEngine } from '../../tools/lab/simulation/memory/memory-engine.js';
import type { ExecutionRow } from '../../tools/lab/simulation/memory/rows.js';

type IsPaused = (one: ExecutionRow) => boolean;

const TIMEOUT_MS = 1_500;

/** Lets former lease holders write. */
export class NoFence extends MemoryEngine {
  protected override assertFence(): void {
    // The fence is not checked.
  }
}

/** Does not check the policy at arming. */
export class PolicyOnlyAtConfirm extends MemoryEngine {
  protected override rejectionAtArming(): null {
    return null;
  }
}

/** Applies a pause only to executions that are not accepted yet. */
export class PauseIgnoredAtArming extends MemoryEngine {
  protected override rejectionAtArming(execution: ExecutionRow, kind: StepKind): StepFailure | 'paused' | null {
    const rejection = super.rejectionAtArming(execution, kind);
    return rejection === 'paused' ? null : rejection;
  }

  protected override headsOf(live: readonly ExecutionRow[], _isPaused: IsPaused, depth: number): ExecutionRow[] {
    return super.headsOf(live, () => false, depth);
  }
}

/** Acknowledges arming before the commit. */
export class AcknowledgedBeforeCommit extends MemoryEngine {
  override arm(lease: Lease, arming: Arming): ArmingResult {
    this.dependencies.world.time.after(30, () => {
      try {
        super.arm(lease, arming);
      } catch (error) {
        this.dependencies.world.trace(() => `lost: ${String(error)}`);
      }
    });
    return { armed: true, armedAtMs: this.dependencies.world.nowMs };
  }
}

/** Clears the wake-up in the row when a job is taken, so only the queue could redeliver it. */
export class QueueTrusted extends MemoryEngine {
  override acquire(laneId: string): Lease | null {
    const lease = super.acquire(laneId);
    if (lease !== null) this.clearWakeup(laneId);
    return lease;
  }

  override renew(leases: readonly Lease[]): ReadonlySet<string> {
    const renewed = super.renew(leases);
    for (const laneId of renewed) this.clearWakeup(laneId);
    return renewed;
  }

  private clearWakeup(laneId: string): void {
    const lane = this.tables.lanes.get(laneId);
    if (lane !== undefined) lane.wakeAtMs = null;
  }
}

/** Enqueues a wake-up for a changed lane without storing it in the row. */
export class WakeupOnlyEnqueued extends MemoryEngine {
  override markLaneChanged(laneId: string): void {
    const dueBefore = this.tables.lanes.get(laneId)?.wakeAtMs ?? null;
    super.markLaneChanged(laneId);
    const lane = this.tables.lanes.get(laneId);
    if (lane !== undefined) lane.wakeAtMs = dueBefore;
  }
}

/** Releases the lane before it writes the outcome. */
export class ReleasedBeforeWritten extends NoFence {
  override apply(lease: Lease, change: Change): Applied {
    this.release(lease, 0);
    return super.apply(lease, change);
  }
}

/** Releases the lane with each outcome, whatever else has been accepted. */
export class OthersForgotten extends MemoryEngine {
  protected override releaseIdle(lease: Lease): boolean {
    const lane = this.laneUnder(lease);
    if (lane !== null) lane.seenVersion = lane.version;
    this.release(lease, null);
    return true;
  }
}

/** Overtakes an execution in progress after a pause. */
export class FirstAcceptedFirst extends MemoryEngine {
  protected override headsOf(live: readonly ExecutionRow[], isPaused: IsPaused, depth: number): ExecutionRow[] {
    return live.filter((one) => !isPaused(one)).slice(0, depth);
  }
}

/** Plans an unanswered step again, which gives it a new key. */
export class NewKeyAfterTimeout extends MemoryEngine {
  override load(lease: Lease, depth: number): LaneWork {
    for (const execution of this.liveIn(lease.laneId)) {
      for (const step of execution.steps) {
        const ageMs = this.dependencies.world.nowMs - (step.armedAtMs ?? Infinity);
        if (step.status !== 'unknown' || ageMs < TIMEOUT_MS) continue;
        step.status = 'planned';
        execution.status = 'submitting';
      }
    }
    return super.load(lease, depth);
  }
}
