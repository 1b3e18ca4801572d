import type { WaitingReason } from '@app/agents';
import type { Execution, LaneWork } from '../domain/lane-work.js';
import { type Arming, type ArmingResult, type Change, EngineStore, type Lease } from '../domain/ports/engine-store.js';
import type { ExecutionObserver } from '../domain/ports/execution-observer.js';
import type { StepKind } from '../domain/states.js';

/** An execution as its lane's holder last read it. */
interface Seen {
  execution: Execution;
  /** The store's clock less this process's own. */
  clockOffsetMs: number;
  /** Of what was armed since it was read. */
  armedAtMs: Map<StepKind, number>;
}

/** A store that tells an observer what is written: the runner's moves stay free of it. */
export class ObservedEngineStore extends EngineStore {
  private readonly seen = new Map<string, Seen>();

  constructor(
    private readonly store: EngineStore,
    private readonly observer: ExecutionObserver,
    private readonly elapsedMs: () => number = () => performance.now(),
  ) {
    super();
  }

  async load(lease: Lease): Promise<LaneWork> {
    const work = await this.store.load(lease);
    const { execution, nowMs } = work;
    if (execution === null) this.seen.delete(lease.laneId);
    else {
      this.seen.set(lease.laneId, {
        execution,
        clockOffsetMs: nowMs - this.elapsedMs(),
        armedAtMs: new Map(),
      });
    }
    return work;
  }

  async arm(lease: Lease, arming: Arming): Promise<ArmingResult> {
    const result = await this.store.arm(lease, arming);
    const seen = this.seenIn(lease, arming.executionId);
    if (!result.armed || seen === null) return result;
    this.observer.written(arming.executionId, 'step.armed');
    const nowMs = this.nowMs(seen);
    seen.armedAtMs.set(arming.kind, nowMs);
    const first = seen.execution.steps[0]?.kind;
    if (arming.kind === first) this.observer.stageTook('queued', nowMs - seen.execution.createdAtMs);
    return result;
  }

  async apply(lease: Lease, change: Change): Promise<void> {
    await this.store.apply(lease, change);
    this.observer.written(change.executionId, change.event.type);
    const seen = this.seenIn(lease, change.executionId);
    if (seen === null) return;
    this.tellStage(seen, change);
    const { action } = seen.execution.intent;
    const to = change.execution?.to;
    if (to === 'unknown') this.observer.becameUnknown(action);
    if (to !== 'executed' && to !== 'failed') return;
    this.observer.stageTook('total', this.nowMs(seen) - seen.execution.createdAtMs);
    this.observer.ended(action, to);
  }

  private tellStage(seen: Seen, { step: change, execution }: Change): void {
    const step = seen.execution.steps.find(({ kind }) => kind === change.kind);
    if (step === undefined) return;
    const nowMs = this.nowMs(seen);
    const armedAtMs = seen.armedAtMs.get(change.kind) ?? step.armedAtMs ?? nowMs;
    const sentAtMs = seen.armedAtMs.get(change.kind) ?? step.lastSentAtMs ?? nowMs;
    const hash = execution?.transactionHash ?? execution?.approveTransactionHash;
    if (change.to === 'sent') this.observer.stageTook('submitted', nowMs - armedAtMs);
    else if (change.to === 'mined') this.observer.stageTook('mined', nowMs - sentAtMs);
    else if (change.to === 'done') this.observer.stageTook('confirmed', nowMs - step.updatedAtMs);
    else if (change.to === undefined && hash !== undefined) this.observer.stageTook('broadcast', nowMs - sentAtMs);
  }

  private seenIn(lease: Lease, executionId: string): Seen | null {
    const seen = this.seen.get(lease.laneId);
    return seen?.execution.id === executionId ? seen : null;
  }

  private nowMs({ clockOffsetMs }: Seen): number {
    return clockOffsetMs + this.elapsedMs();
  }

  async release(lease: Lease, delayMs: number | null): Promise<boolean> {
    this.seen.delete(lease.laneId);
    return this.store.release(lease, delayMs);
  }

  acquire(laneId: string): Promise<Lease | null> {
    return this.store.acquire(laneId);
  }

  renew(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    return this.store.renew(leases);
  }

  countSend(lease: Lease, step: { executionId: string; kind: StepKind }): Promise<void> {
    return this.store.countSend(lease, step);
  }

  noteWaiting(lease: Lease, note: { executionId: string; waitingFor: WaitingReason }): Promise<void> {
    return this.store.noteWaiting(lease, note);
  }

  claimDueLanes(limit: number): Promise<{ laneId: string; version: string }[]> {
    return this.store.claimDueLanes(limit);
  }

  takeProviderToken(): Promise<boolean> {
    return this.store.takeProviderToken();
  }

  openBreaker(): Promise<void> {
    return this.store.openBreaker();
  }
}
