import { VirtualProcess } from './virtual-process.js';
import { type Environment, VirtualWorker } from './virtual-worker.js';

const PROBE_INTERVAL_MS = 1_000;
const WORKERS = 2;

/** The workers, their queue and the circuit breaker's probe. */
export class Cluster {
  private workers: VirtualWorker[] = [];
  private started = 0;
  private downUntilMs = 0;

  constructor(private readonly environment: Omit<Environment, 'enqueueWakeup'>) {}

  start(): void {
    for (let count = 0; count < WORKERS; count += 1) this.startWorker();
    this.probePeriodically();
  }

  /** Enqueues a job for a lane. The queue may lose it or deliver it twice. */
  enqueueWakeup(laneId: string, delayMs = 0): void {
    const { faults, random, time } = this.environment.world;
    if (faults.fires('wakeup_lost')) return;
    const times = faults.fires('wakeup_repeated') ? 2 : 1;
    for (let count = 0; count < times; count += 1)
      time.after(delayMs + random.between(1, 20), () => this.deliver(laneId));
  }

  /** Kills every worker; none restarts for `forMs`. */
  goDown(forMs: number): void {
    const { world } = this.environment;
    this.downUntilMs = Math.max(this.downUntilMs, world.nowMs + forMs);
    for (const { process } of [...this.workers]) process.die();
  }

  /** Continues stopped workers and starts the missing ones. */
  heal(): void {
    for (const { process } of this.workers) process.continue();
    while (this.workers.length < WORKERS) this.startWorker();
  }

  private deliver(laneId: string): void {
    const [first, ...others] = this.workers.filter(({ process }) => process.isAlive);
    if (first !== undefined) this.environment.world.random.pick([first, ...others]).runLane(laneId);
  }

  private startWorker(): void {
    const { world } = this.environment;
    this.started += 1;
    const process = new VirtualProcess(`worker-${this.started}`, world, (died) => this.restartLater(died));
    const enqueueWakeup = (laneId: string, delayMs: number): void => this.enqueueWakeup(laneId, delayMs);
    this.workers.push(new VirtualWorker(process, { ...this.environment, enqueueWakeup }));
  }

  private restartLater(died: VirtualProcess): void {
    const { world } = this.environment;
    this.workers = this.workers.filter(({ process }) => process !== died);
    if (world.faults.fires('all_workers_down')) this.goDown(world.random.between(10_000, 40_000));
    const restartAtMs = Math.max(this.downUntilMs, world.nowMs + world.random.between(100, 3_000));
    world.time.at(restartAtMs, () => {
      if (this.workers.length < WORKERS && world.nowMs >= this.downUntilMs) this.startWorker();
    });
  }

  private probePeriodically(): void {
    const { world, engine, provider } = this.environment;
    world.time.after(PROBE_INTERVAL_MS, () => {
      const { account } = engine.tables;
      const due = account.breakerOpen && (account.probeAtMs ?? 0) <= world.nowMs;
      if (due && this.workers.length > 0) {
        if (provider.refusesCredentials) account.probeAtMs = world.nowMs + 10 * PROBE_INTERVAL_MS;
        else engine.closeBreaker();
      }
      if (world.faults.fires('worker_drained')) this.workers[0]?.drain();
      this.probePeriodically();
    });
  }
}
