import type { WaitingReason } from '@app/engine';
import type { Execution, LaneWork } from '../../../../libs/engine/src/domain/lane-work.js';
import {
  type Applied,
  type Arming,
  type ArmingResult,
  type BlockWait,
  type Change,
  EngineStore,
  type Lease,
} from '../../../../libs/engine/src/domain/ports/engine-store.js';
import type { StepKind } from '../../../../libs/engine/src/domain/states.js';
import type { FaultInjector } from '../workers/fault-injector.js';
import type { World } from '../world/world.js';
import type { MemoryEngine } from './memory-engine.js';

/** The connection broke. The transaction may have been committed. */
class DatabaseLostError extends Error {
  constructor() {
    super('the connection to the database was lost');
    this.name = 'DatabaseLostError';
  }
}

/** One worker's connection to the in-memory tables, with faults injected. */
export class MemoryEngineStore extends EngineStore {
  constructor(
    private readonly engine: MemoryEngine,
    private readonly injector: FaultInjector,
    private readonly world: World,
  ) {
    super();
  }

  acquire(laneId: string): Promise<Lease | null> {
    return this.transact(`acquire ${laneId}`, () => this.engine.acquire(laneId));
  }

  renew(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    return this.transact('renew', () => this.engine.renew(leases));
  }

  release(lease: Lease, delayMs: number | null, block?: BlockWait): Promise<boolean> {
    const run = (): boolean => this.engine.release(lease, delayMs, block?.number);
    return this.transact(`release ${lease.laneId} for ${delayMs}`, run);
  }

  releaseFailed(lease: Lease): Promise<boolean> {
    return this.transact(`releaseFailed ${lease.laneId}`, () => this.engine.releaseFailed(lease));
  }

  load(lease: Lease, depth: number): Promise<LaneWork> {
    return this.transact('load', () => {
      if (this.world.faults.fires('lease_stolen')) this.engine.stealLane(lease.laneId);
      return this.engine.load(lease, depth);
    });
  }

  listEnded(lease: Lease, limit: number): Promise<Execution[]> {
    return this.transact('listEnded', () => this.engine.listEnded(lease, limit));
  }

  arm(lease: Lease, arming: Arming): Promise<ArmingResult> {
    return this.transact(`arm ${arming.executionId} ${arming.kind}`, () => this.engine.arm(lease, arming));
  }

  countSend(lease: Lease, step: { executionId: string; kind: StepKind }): Promise<void> {
    return this.transact('countSend', () => this.engine.countSend(lease, step));
  }

  apply(lease: Lease, change: Change): Promise<Applied> {
    return this.transact(`apply ${change.step.kind} ${change.step.to ?? ''}`, () => this.engine.apply(lease, change));
  }

  setWaitingFor(lease: Lease, note: { executionId: string; waitingFor: WaitingReason }): Promise<void> {
    return this.transact(`noteWaiting ${note.waitingFor}`, () => this.engine.setWaitingFor(lease, note));
  }

  /** The index lags behind: lookups go to the chain. */
  findIndexedEffect(): Promise<null> {
    return this.transact('findIndexedEffect', () => null);
  }

  isIdle(): Promise<boolean> {
    return this.transact('isIdle', () => this.engine.isIdle());
  }

  claimDueLanes(limit: number): Promise<Lease[]> {
    return this.transact('claimDueLanes', () => this.engine.claimDueLanes(limit));
  }

  claimLanesForBlock(block: number, limit: number): Promise<Lease[]> {
    return this.transact(`claimLanesForBlock ${block}`, () => this.engine.claimLanesForBlock(block, limit));
  }

  hasLanesForBlock(): Promise<boolean> {
    return this.transact('hasLanesForBlock', () => false); // nothing is locked
  }

  takeSendPermit(lease: Lease): Promise<number> {
    return this.transact('takeProviderToken', () => this.engine.takeSendPermit(lease));
  }

  returnSendPermit(lease: Lease): Promise<void> {
    return this.transact('returnSendPermit', () => this.engine.returnSendPermit(lease));
  }

  useSendPermit(lease: Lease): Promise<void> {
    return this.transact('useProviderToken', () => this.engine.useSendPermit(lease));
  }

  openBreaker(): Promise<void> {
    return this.transact('openBreaker', () => this.engine.openBreaker());
  }

  private transact<T>(name: string, transaction: () => T): Promise<T> {
    const { faults } = this.world;
    return this.injector.call(`store.${name}`, () => {
      if (faults.fires('database_lost_before')) throw new DatabaseLostError();
      const result = transaction();
      if (faults.fires('database_lost_after')) throw new DatabaseLostError();
      return result;
    });
  }
}
