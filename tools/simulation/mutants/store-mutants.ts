import type { FailureReason } from '../../../libs/engine/src/domain/failure.js';
import type { LaneWork } from '../../../libs/engine/src/domain/lane-work.js';
import type { Arming, ArmingResult, Change, Lease } from '../../../libs/engine/src/domain/ports/engine-store.js';
import type { StepKind } from '../../../libs/engine/src/domain/states.js';
import { MemoryEngine } from '../memory/memory-engine.js';
import type { ExecutionRow } from '../memory/rows.js';

const IMPATIENCE_MS = 1_500;

/** Whoever once held the lane may write. */
export class NoFence extends MemoryEngine {
  protected override proveFence(): void {
    // The bug: nothing is proven.
  }
}

/** What was allowed when it was confirmed and accepted is sent. */
export class PolicyOnlyAtConfirm extends MemoryEngine {
  protected override refusalAtArming(): null {
    return null;
  }
}

/** A pause stops what is still to be accepted, not what was. */
export class PauseIgnoredAtArming extends MemoryEngine {
  protected override refusalAtArming(execution: ExecutionRow, kind: StepKind): FailureReason | 'paused' | null {
    const refusal = super.refusalAtArming(execution, kind);
    return refusal === 'paused' ? null : refusal;
  }

  protected override headOf(live: readonly ExecutionRow[]): ExecutionRow | undefined {
    return live[0];
  }
}

/** Arming is acknowledged first and committed soon after. */
export class AcknowledgedBeforeCommit extends MemoryEngine {
  override arm(lease: Lease, arming: Arming): ArmingResult {
    this.parts.world.time.after(30, () => {
      try {
        super.arm(lease, arming);
      } catch (error) {
        this.parts.world.say(() => `lost: ${String(error)}`);
      }
    });
    return { armed: true };
  }
}

/** Once a job is taken, it is the queue's to bring it again: the row does not say that the lane is due. */
export class QueueTrusted extends MemoryEngine {
  override acquire(laneId: string): Lease | null {
    const lease = super.acquire(laneId);
    if (lease !== null) this.forgetWakeUp(laneId);
    return lease;
  }

  override renew(leases: readonly Lease[]): ReadonlySet<string> {
    const ours = super.renew(leases);
    for (const laneId of ours) this.forgetWakeUp(laneId);
    return ours;
  }

  private forgetWakeUp(laneId: string): void {
    const lane = this.tables.lanes.get(laneId);
    if (lane !== undefined) lane.wakeAtMs = null;
  }
}

/** What changes a lane rings for it, and the row does not say that it is due. */
export class WakeUpByRingAlone extends MemoryEngine {
  override bumpLane(laneId: string): void {
    const dueBefore = this.tables.lanes.get(laneId)?.wakeAtMs ?? null;
    super.bumpLane(laneId);
    const lane = this.tables.lanes.get(laneId);
    if (lane !== undefined) lane.wakeAtMs = dueBefore;
  }
}

/** The lane is given back, and then the outcome is written. */
export class ReleasedBeforeWritten extends NoFence {
  override apply(lease: Lease, change: Change): void {
    this.release(lease, 0);
    super.apply(lease, change);
  }
}

/** What a pause let pass is overtaken, half done, when the pause is over. */
export class FirstAcceptedFirst extends MemoryEngine {
  protected override headOf(
    live: readonly ExecutionRow[],
    isHeldUp: (one: ExecutionRow) => boolean,
  ): ExecutionRow | undefined {
    return live.find((one) => !isHeldUp(one));
  }
}

/** A step that nobody answered for a while is planned anew, and so gets a key of its own. */
export class NewKeyAfterTimeout extends MemoryEngine {
  override load(lease: Lease): LaneWork {
    for (const execution of this.liveIn(lease.laneId)) {
      for (const step of execution.steps) {
        const ageMs = this.parts.world.nowMs - (step.armedAtMs ?? Infinity);
        if (step.status !== 'unknown' || ageMs < IMPATIENCE_MS) continue;
        step.status = 'planned';
        execution.status = 'submitting';
      }
    }
    return super.load(lease);
  }
}
