import { Inject, Injectable } from '@nestjs/common';
import { errorFields } from '@app/observability';
import type { JobDelivery } from '@app/queue';
import type { Lease } from '../domain/ports/engine-store.js';
import { BlockWatcher } from './block-watcher.js';
import { EngineDependencies } from './engine-dependencies.js';
import { LaneRunner } from './lane-runner.js';
import { LaneSlots } from './lane-slots.js';
import type { StopTimer } from './timers.js';

/** Injection token of the WORKER_CONCURRENCY setting. */
export const LANE_CONCURRENCY = Symbol('LaneConcurrency');

/** With the default lease of 5 s, the lanes of a dead worker are served within 6 s. */
const SWEEP_INTERVAL_MS = 1_000;
/** Pause of the sweeps while no lane is due or waits. A lane that falls due then has a job, or a notification. */
const IDLE_MS = 5_000;
/** Lanes that one statement claims at most. */
const MAX_CLAIM = 100;
/** Delay before lanes that were locked when their block came are claimed again; doubles with each claim. */
const LOCKED_DELAY_MS = 20;
/** Share of free slots from which claims that found more lanes than slots are repeated. */
const FREE_SHARE = 0.25;
/** Share of the slots that jobs of one account take while few are free. Claims in turns of accounts serve its other lanes. */
const ACCOUNT_SHARE = 0.5;

/**
 * Serves lanes from three sources within one bound: jobs, lanes that wait for a block, and overdue lanes, which had a long
 * wait, or whose job was lost, or whose worker died.
 */
@Injectable()
export class LaneScheduler {
  private readonly slots: LaneSlots;
  private stopSweeps: StopTimer = () => undefined;
  private sweeping = false;
  /** When sweeps go on, on this process's clock. */
  private idleUntilMs = -Infinity;
  private woken = false;
  /** Claims that wait for the database. */
  private readonly claims = new Set<Promise<Lease[]>>();
  private closed = false;
  /** Claims to make when slots are free: they found more lanes than slots, or jobs were left to them. */
  private readonly unfinished = new Map<'sweep' | 'block', () => Promise<unknown>>();

  constructor(
    @Inject(LANE_CONCURRENCY) private readonly concurrency: number,
    private readonly dependencies: EngineDependencies,
    private readonly runner: LaneRunner,
    private readonly blocks: BlockWatcher,
  ) {
    this.slots = new LaneSlots(concurrency);
  }

  get activeCount(): number {
    return this.slots.activeCount;
  }

  start(): void {
    this.blocks.subscribe((block) => this.claimForBlock(block));
    const intervalMs = Math.min(SWEEP_INTERVAL_MS, this.dependencies.settings.leaseMs);
    this.stopSweeps = this.dependencies.timers.every(intervalMs, () => void this.sweep());
    void this.sweep();
  }

  /** Sweeps now, because lanes may have fallen due without a job. */
  wake(): void {
    this.woken = true;
    void this.sweep();
  }

  async runJob(laneId: string, delivery: JobDelivery): Promise<void> {
    await this.slots.take();
    let isLeft = false;
    await this.runner.run(laneId, delivery, (lease) => {
      isLeft = this.exceedsShare(lease);
      return !isLeft;
    });
    if (isLeft) this.unfinished.set('sweep', () => this.claimDue());
    this.free();
  }

  /** Takes no more lanes and waits for the active ones. */
  async close(): Promise<void> {
    this.closed = true;
    this.stopSweeps();
    this.blocks.close();
    await Promise.all(this.claims);
    await this.runner.close();
  }

  private async sweep(): Promise<void> {
    const { timers } = this.dependencies;
    if (this.sweeping || this.closed || (!this.woken && timers.now() < this.idleUntilMs)) return;
    this.sweeping = true;
    this.woken = false;
    if (await this.isIdle()) this.idleUntilMs = timers.now() + IDLE_MS;
    else await this.claimDue();
    this.sweeping = false;
  }

  /** False if the database does not answer: the claim then logs it. */
  private isIdle(): Promise<boolean> {
    return this.dependencies.store.isIdle().catch(() => false);
  }

  private claimDue(): Promise<boolean> {
    return this.claim('sweep', (limit) => this.dependencies.store.claimDueLanes(limit, this.runner.served));
  }

  /** Whether the account has its share of the slots while few are free. */
  private exceedsShare({ accountId }: Lease): boolean {
    const served = this.runner.served.get(accountId ?? '') ?? 0;
    return this.isScarce && served >= Math.max(1, this.concurrency * ACCOUNT_SHARE);
  }

  private get isScarce(): boolean {
    return this.slots.free < this.concurrency * FREE_SHARE;
  }

  /** Again soon, if a transaction such as one that accepts an execution has a waiting lane locked. */
  private async claimForBlock(block: number, delayMs = LOCKED_DELAY_MS): Promise<boolean> {
    const { store, timers } = this.dependencies;
    const claimed = await this.claim('block', (limit) => store.claimLanesForBlock(block, limit));
    if (this.closed || this.unfinished.has('block') || delayMs > SWEEP_INTERVAL_MS) return claimed;
    const isLocked = await store.hasLanesForBlock(block).catch(() => false);
    if (isLocked) timers.after(delayMs, () => void this.claimForBlock(block, 2 * delayMs));
    return claimed || isLocked;
  }

  /** Claims and serves as many lanes as there are free slots. @returns whether it claimed any, or had no slot for more */
  private async claim(source: 'sweep' | 'block', claim: (limit: number) => Promise<Lease[]>): Promise<boolean> {
    let claimed = false;
    for (;;) {
      const limit = this.closed ? 0 : this.slots.takeFree(MAX_CLAIM);
      if (limit === 0) {
        this.unfinished.set(source, () => this.claim(source, claim));
        return true;
      }
      const claiming = this.tryClaim(source, () => claim(limit));
      this.claims.add(claiming);
      const leases = await claiming;
      this.claims.delete(claiming);
      this.slots.release(limit - leases.length);
      for (const lease of leases) void this.runner.resume(lease).finally(() => this.free());
      claimed ||= leases.length > 0;
      if (leases.length < limit) {
        this.unfinished.delete(source);
        return claimed;
      }
    }
  }

  private async tryClaim(source: 'sweep' | 'block', claim: () => Promise<Lease[]>): Promise<Lease[]> {
    try {
      return await claim();
    } catch (error) {
      this.dependencies.log.warn({ event: 'lanes.claim_failed', source, ...errorFields(error) });
      return [];
    }
  }

  private free(): void {
    this.slots.release(1);
    if (this.closed || this.isScarce) return;
    for (const [source, claim] of [...this.unfinished]) {
      this.unfinished.delete(source);
      void claim();
    }
  }
}
