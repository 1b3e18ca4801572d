import type { Lease } from '../../../libs/engine/src/domain/ports/engine-store.js';
import type { Observer } from '../world/observer.js';
import type { World } from '../world/world.js';
import type { LaneRow, Tables } from './rows.js';

export interface MemoryEngineSettings {
  leaseMs: number;
  providerPostsPerSecond: number;
}

export interface MemoryEngineParts {
  world: World;
  tables: Tables;
  observer: Observer;
  settings: MemoryEngineSettings;
}

/** Time after a claim before the sweeper may enqueue the lane again. */
const ENQUEUED_FOR_MS = 2_000;
/** Time a lane is overdue before the sweeper claims it. */
const GRACE_MS = 150;
const PROBE_INTERVAL_MS = 10_000;
const TOKEN_RETRY_DELAY_MS = 100;

/** In-memory model of lanes, leases, wake-ups and the provider account. */
export class MemoryLanes {
  constructor(protected readonly parts: MemoryEngineParts) {}

  get tables(): Tables {
    return this.parts.tables;
  }

  acquire(laneId: string): Lease | null {
    const lane = this.tables.lanes.get(laneId);
    const { nowMs } = this.parts.world;
    if (lane === undefined || (lane.leaseUntilMs !== null && lane.leaseUntilMs > nowMs)) return null;
    lane.fence += 1;
    lane.seenVersion = lane.version;
    lane.leaseUntilMs = nowMs + this.parts.settings.leaseMs;
    lane.wakeAtMs = lane.leaseUntilMs;
    return { laneId, fence: String(lane.fence) };
  }

  renew(leases: readonly Lease[]): ReadonlySet<string> {
    const renewed = leases
      .map((lease) => this.laneUnder(lease))
      .filter((lane) => lane !== null)
      .filter(({ leaseUntilMs }) => leaseUntilMs !== null);
    for (const lane of renewed) {
      lane.leaseUntilMs = this.parts.world.nowMs + this.parts.settings.leaseMs;
      lane.wakeAtMs = lane.leaseUntilMs;
    }
    return new Set(renewed.map(({ id }) => id));
  }

  release(lease: Lease, delayMs: number | null): boolean {
    const lane = this.laneUnder(lease);
    if (lane === null) return false;
    const changed = lane.version > lane.seenVersion;
    const { nowMs } = this.parts.world;
    lane.leaseUntilMs = null;
    lane.wakeAtMs = changed ? nowMs : delayMs === null ? null : nowMs + delayMs;
    return changed;
  }

  claimDueLanes(): { laneId: string; version: string }[] {
    const { nowMs } = this.parts.world;
    const due = [...this.tables.lanes.values()].filter((lane) => (lane.wakeAtMs ?? Infinity) <= nowMs - GRACE_MS);
    for (const lane of due) lane.wakeAtMs = nowMs + ENQUEUED_FOR_MS;
    return due.map(({ id, version }) => ({ laneId: id, version: `${version}.${nowMs}` }));
  }

  /** Returns when the sweeper finds a due lane; Infinity when no lane waits. */
  nextDueMs(): number {
    let next = Infinity;
    for (const { wakeAtMs } of this.tables.lanes.values()) next = Math.min(next, (wakeAtMs ?? Infinity) + GRACE_MS);
    return next;
  }

  /** @returns milliseconds until the next try; 0 when the token is in hand */
  takeProviderToken(_lease: Lease): number {
    const { account } = this.tables;
    const { nowMs } = this.parts.world;
    const perSecond = this.parts.settings.providerPostsPerSecond;
    const tokens = Math.min(perSecond, account.tokens + (perSecond * (nowMs - account.refilledAtMs)) / 1000);
    if (tokens < 1) return TOKEN_RETRY_DELAY_MS;
    account.refilledAtMs = nowMs;
    account.tokens = tokens - 1;
    return 0;
  }

  openBreaker(): void {
    const { account } = this.tables;
    if (account.breakerOpen) return;
    account.breakerOpen = true;
    account.probeAtMs = this.parts.world.nowMs + PROBE_INTERVAL_MS;
  }

  closeBreaker(): void {
    this.tables.account.breakerOpen = false;
    this.tables.account.probeAtMs = null;
  }

  bumpLane(laneId: string): void {
    const { nowMs } = this.parts.world;
    const lane = this.tables.lanes.get(laneId);
    if (lane === undefined) {
      const fresh: LaneRow = { id: laneId, version: 1, seenVersion: 0, wakeAtMs: nowMs, fence: 0, leaseUntilMs: null };
      this.tables.lanes.set(laneId, fresh);
      return;
    }
    lane.version += 1;
    lane.wakeAtMs = Math.min(lane.wakeAtMs ?? Infinity, nowMs);
  }

  stealLane(laneId: string): void {
    const lane = this.tables.lanes.get(laneId);
    if (lane === undefined) return;
    lane.fence += 1;
    lane.leaseUntilMs = null;
    lane.wakeAtMs = this.parts.world.nowMs;
  }

  protected laneUnder({ laneId, fence }: Lease): LaneRow | null {
    const lane = this.tables.lanes.get(laneId);
    return lane !== undefined && String(lane.fence) === fence ? lane : null;
  }
}
