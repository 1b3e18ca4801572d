import { type Lease, LeaseLostError } from '../../../../libs/engine/src/domain/ports/engine-store.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import type { LaneRow, Tables } from './rows.js';
import { returnSendPermit, takeSendPermit } from './take-send-permit.js';

export interface MemoryEngineSettings {
  leaseMs: number;
  providerPostsPerSecond: number;
}

export interface MemoryEngineDependencies {
  world: World;
  tables: Tables;
  observer: Observer;
  settings: MemoryEngineSettings;
}

/** Consecutive unexpected errors after which a lane is quarantined, and their delay. */
const MAX_FAILURES = 10;
const FAILURE_DELAY_MS = { base: 500, max: 5_000 } as const;
const PROBE_INTERVAL_MS = 10_000;

/** In-memory model of lanes, leases, wake-ups and the provider account. */
export class MemoryLanes {
  constructor(protected readonly dependencies: MemoryEngineDependencies) {}

  get tables(): Tables {
    return this.dependencies.tables;
  }

  acquire(laneId: string): Lease | null {
    const lane = this.tables.lanes.get(laneId);
    const { nowMs } = this.dependencies.world;
    if (lane === undefined || lane.quarantined || (lane.leaseUntilMs !== null && lane.leaseUntilMs > nowMs))
      return null;
    lane.fence += 1;
    lane.seenVersion = lane.version;
    lane.leaseUntilMs = nowMs + this.dependencies.settings.leaseMs;
    lane.wakeAtMs = lane.leaseUntilMs;
    lane.waitBlock = null;
    return { laneId, fence: String(lane.fence), accountId: lane.accountId };
  }

  renew(leases: readonly Lease[]): ReadonlySet<string> {
    const renewed = leases
      .map((lease) => this.laneUnder(lease))
      .filter((lane) => lane !== null)
      .filter(({ leaseUntilMs }) => leaseUntilMs !== null);
    for (const lane of renewed) {
      lane.leaseUntilMs = this.dependencies.world.nowMs + this.dependencies.settings.leaseMs;
      lane.wakeAtMs = lane.leaseUntilMs;
    }
    return new Set(renewed.map(({ id }) => id));
  }

  release(lease: Lease, delayMs: number | null, block?: number): boolean {
    const lane = this.laneUnder(lease);
    if (lane === null) return false;
    const changed = lane.version > lane.seenVersion;
    const { nowMs } = this.dependencies.world;
    lane.leaseUntilMs = null;
    lane.failures = 0;
    if (delayMs === null) lane.sendRound = null;
    lane.wakeAtMs = changed ? nowMs : delayMs === null ? null : nowMs + delayMs;
    lane.waitBlock = changed ? null : (block ?? null);
    return changed;
  }

  releaseFailed(lease: Lease): boolean {
    const lane = this.laneUnder(lease);
    if (lane === null) return false;
    const delayMs = Math.min(FAILURE_DELAY_MS.max, FAILURE_DELAY_MS.base * 2 ** lane.failures);
    lane.failures += 1;
    lane.quarantined = lane.failures >= MAX_FAILURES;
    lane.leaseUntilMs = null;
    lane.wakeAtMs = lane.quarantined ? null : this.dependencies.world.nowMs + delayMs;
    return lane.quarantined;
  }

  isIdle(): boolean {
    return [...this.tables.lanes.values()].every(({ wakeAtMs }) => wakeAtMs === null);
  }

  claimDueLanes(limit: number): Lease[] {
    const { nowMs } = this.dependencies.world;
    return this.claim(limit, ({ wakeAtMs }) => wakeAtMs !== null && wakeAtMs <= nowMs);
  }

  claimLanesForBlock(block: number, limit: number): Lease[] {
    return this.claim(limit, ({ waitBlock }) => waitBlock !== null && waitBlock <= block);
  }

  takeSendPermit(lease: Lease): number {
    const lane = this.laneUnder(lease);
    if (lane === null) throw new LeaseLostError(lease.laneId);
    const { world, settings } = this.dependencies;
    const { account, lanes } = this.tables;
    const intervalMs = 1_000 / settings.providerPostsPerSecond;
    return takeSendPermit({ lane, lanes: lanes.values(), account, nowMs: world.nowMs, intervalMs });
  }

  returnSendPermit(lease: Lease): void {
    const lane = this.laneUnder(lease);
    const { world, settings } = this.dependencies;
    const { account } = this.tables;
    if (lane !== null) {
      returnSendPermit({ lane, account, nowMs: world.nowMs, intervalMs: 1_000 / settings.providerPostsPerSecond });
    }
  }

  protected useToken(lease: Lease): void {
    const lane = this.laneUnder(lease);
    if (lane !== null) lane.tokenDueMs = null;
  }

  openBreaker(): void {
    const { account } = this.tables;
    if (account.breakerOpen) return;
    account.breakerOpen = true;
    account.probeAtMs = this.dependencies.world.nowMs + PROBE_INTERVAL_MS;
  }

  closeBreaker(): void {
    this.tables.account.breakerOpen = false;
    this.tables.account.probeAtMs = null;
  }

  markLaneChanged(laneId: string): void {
    const { nowMs } = this.dependencies.world;
    const lane = this.tables.lanes.get(laneId);
    if (lane === undefined) {
      this.tables.lanes.set(laneId, {
        ...{ id: laneId, version: 1, seenVersion: 0, wakeAtMs: nowMs, fence: 0, leaseUntilMs: null },
        ...{ waitBlock: null, tokenDueMs: null, hasSendSlot: false, failures: 0, quarantined: false },
        ...{ accountId: null, sendRound: null, sendTicket: null },
      });
      return;
    }
    lane.version += 1;
    if (lane.quarantined) lane.wakeAtMs = null;
    else if (lane.leaseUntilMs === null || lane.leaseUntilMs <= nowMs) lane.wakeAtMs = nowMs;
  }

  stealLane(laneId: string): void {
    const lane = this.tables.lanes.get(laneId);
    if (lane === undefined) return;
    lane.fence += 1;
    lane.leaseUntilMs = null;
    lane.wakeAtMs = this.dependencies.world.nowMs;
  }

  private claim(limit: number, isWanted: (lane: LaneRow) => boolean): Lease[] {
    return [...this.tables.lanes.values()]
      .filter(isWanted)
      .slice(0, limit)
      .map(({ id }) => this.acquire(id))
      .filter((lease) => lease !== null);
  }

  protected laneUnder({ laneId, fence }: Lease): LaneRow | null {
    const lane = this.tables.lanes.get(laneId);
    return lane !== undefined && String(lane.fence) === fence ? lane : null;
  }
}
