import { Inject, Injectable, Optional } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Effect } from '@app/chain';
import { Database } from '@app/persistence';
import { openBreaker, returnSendPermit, takeSendPermit } from '@app/queue';
import type { WaitingReason } from '../domain/execution.js';
import type { Execution, LaneWork } from '../domain/lane-work.js';
import { Failpoints } from '../domain/ports/failpoints.js';
import {
  type Applied,
  type Arming,
  type ArmingResult,
  type BlockWait,
  type Change,
  EngineStore,
  type Lease,
  LeaseLostError,
  StaleMoveError,
} from '../domain/ports/engine-store.js';
import type { StepKind } from '../domain/states.js';
import { applyChanges } from './apply-change.js';
import { armStep } from './arm-step.js';
import type { ArmingState } from './arming-state.js';
import { type EffectKey, findIndexedEffect } from './find-indexed-effect.js';
import {
  acquireLane,
  claimDueLanes,
  claimLanesForBlock,
  hasLanesForBlock,
  lockLaneToSend,
  releaseFailedLane,
  releaseLane,
  renewLanes,
} from './lane-leases.js';
import { listEnded, loadLaneWork } from './load-lane-work.js';

export interface PgEngineStoreSettings {
  leaseMs: number;
  /** Rate limit of writes to the provider, over all workers; null for none. */
  providerPostsPerSecond: number | null;
}

export const ENGINE_STORE_SETTINGS = Symbol('EngineStoreSettings');

/** Tells of lanes that are loaded while they are stopped. */
@Injectable()
export class StoppedLanes {
  onLoad: () => void = () => undefined;
}

@Injectable()
export class PgEngineStore extends EngineStore {
  /** Facts of the last load under each lease by execution, with its status kept up to date. */
  private readonly armingState = new WeakMap<Lease, Map<string, ArmingState>>();
  /** Changes that are made under a lease at the same time share a statement. */
  private readonly changes = new WeakMap<Lease, DataLoader<Change, Applied>>();

  constructor(
    private readonly database: Database,
    @Inject(ENGINE_STORE_SETTINGS) private readonly settings: PgEngineStoreSettings,
    @Optional() private readonly failpoints?: Failpoints,
    @Optional() private readonly stopped?: StoppedLanes,
  ) {
    super();
  }

  async acquire(laneId: string): Promise<Lease | null> {
    return acquireLane(this.database, laneId, this.settings.leaseMs);
  }

  async renew(leases: readonly Lease[]): Promise<ReadonlySet<string>> {
    return renewLanes(this.database, leases, this.settings.leaseMs);
  }

  async release(lease: Lease, delayMs: number | null, block?: BlockWait): Promise<boolean> {
    return releaseLane(this.database, lease, { delayMs, block: block ?? null });
  }

  async releaseFailed(lease: Lease): Promise<boolean> {
    return releaseFailedLane(this.database, lease);
  }

  async load(lease: Lease, depth: number): Promise<LaneWork> {
    const { armingState, isStopped, ...work } = await loadLaneWork(this.database, lease, depth);
    this.armingState.set(lease, armingState);
    if (isStopped) this.stopped?.onLoad();
    return work;
  }

  async listEnded(lease: Lease, limit: number): Promise<Execution[]> {
    return listEnded(this.database, lease, limit);
  }

  async arm(lease: Lease, arming: Arming): Promise<ArmingResult> {
    return armStep(this.database, lease, {
      arming,
      known: this.armingState.get(lease)?.get(arming.executionId) ?? null,
      whileArming: async () => this.failpoints?.reach('during_arming'),
    });
  }

  async countSend(lease: Lease, { executionId, kind }: { executionId: string; kind: StepKind }): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockLaneToSend(tx, lease);
      const row = await tx.queryOne(
        `UPDATE execution_steps SET send_attempts = send_attempts + 1, last_sent_at = now()
         WHERE execution_id = $1 AND kind = $2 AND status IN ('armed', 'unknown') RETURNING 1`,
        [executionId, kind],
      );
      if (row === null) throw new StaleMoveError(executionId);
    });
  }

  async apply(lease: Lease, change: Change): Promise<Applied> {
    const write = (changes: readonly Change[]): Promise<(Applied | Error)[]> =>
      applyChanges(this.database, lease, changes);
    const loader = this.changes.get(lease) ?? new DataLoader(write, { cache: false });
    this.changes.set(lease, loader);
    const applied = await loader.load(change);
    const facts = this.armingState.get(lease);
    const known = facts?.get(change.executionId);
    const executionStatus = change.execution?.to;
    if (known !== undefined && executionStatus !== undefined) {
      facts?.set(change.executionId, { ...known, executionStatus });
    }
    return applied;
  }

  async setWaitingFor(lease: Lease, note: { executionId: string; waitingFor: WaitingReason }): Promise<void> {
    await this.database.query(
      `UPDATE executions SET waiting_for = $3, updated_at = now()
       FROM lanes WHERE executions.id = $2 AND executions.completed_at IS NULL
         AND lanes.id = executions.lane_id AND lanes.fence = $1`,
      [lease.fence, note.executionId, note.waitingFor],
    );
  }

  async findIndexedEffect(query: EffectKey): Promise<Effect | null> {
    return findIndexedEffect(this.database, query);
  }

  async isIdle(): Promise<boolean> {
    const sql = 'SELECT FROM lanes WHERE wake_at IS NOT NULL LIMIT 1';
    return (await this.database.queryOne(sql)) === null;
  }

  async claimDueLanes(limit: number, served?: ReadonlyMap<string, number>): Promise<Lease[]> {
    return claimDueLanes(this.database, { limit, leaseMs: this.settings.leaseMs, ...(served && { served }) });
  }

  async claimLanesForBlock(block: number, limit: number): Promise<Lease[]> {
    return claimLanesForBlock(this.database, { block, limit, leaseMs: this.settings.leaseMs });
  }

  async hasLanesForBlock(block: number): Promise<boolean> {
    return hasLanesForBlock(this.database, block);
  }

  async takeSendPermit(lease: Lease): Promise<number> {
    const { providerPostsPerSecond: perSecond } = this.settings;
    if (perSecond === null) return 0;
    const delayMs = await takeSendPermit(this.database, lease, perSecond);
    if (delayMs === null) throw new LeaseLostError(lease.laneId);
    return delayMs;
  }

  async returnSendPermit(lease: Lease): Promise<void> {
    const { providerPostsPerSecond: perSecond } = this.settings;
    if (perSecond !== null) await returnSendPermit(this.database, lease, perSecond);
  }

  async useSendPermit(lease: Lease): Promise<void> {
    await lockLaneToSend(this.database, lease);
  }

  async openBreaker(): Promise<void> {
    await openBreaker(this.database);
  }
}
