import type { World } from '../world/world.js';
import type { VirtualProcess } from './virtual-process.js';

const STOPPED_MS = { min: 500, max: 9_000 } as const;

/**
 * Wraps every call of a worker. The process may die, stop or wait before the call, between effect and answer, and at each
 * named failpoint.
 */
export class FaultInjector {
  constructor(
    private readonly world: World,
    private readonly process: VirtualProcess,
  ) {}

  /** Applies the effect at one moment and returns its result or error. Never settles when the process died meanwhile. */
  call<T>(name: string, effect: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.world.time.after(this.world.random.between(1, 4), () => {
        if (!this.reachesTarget(name)) return;
        let settle: () => void;
        try {
          const answer = effect();
          this.world.trace(() => `${this.process.name} ${name}`);
          settle = () => resolve(answer);
        } catch (error) {
          this.world.trace(() => `${this.process.name} ${name} throws ${String(error)}`);
          settle = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        this.returnAnswer(settle);
      });
    });
  }

  /** A failpoint, where the process may die. */
  reach(): Promise<void> {
    const { faults } = this.world;
    if (!faults.fires('crash_at_failpoint')) return Promise.resolve();
    this.process.die();
    return new Promise(() => undefined);
  }

  /** Settles a promise of the process if the process is alive. */
  deliver(settle: () => void, afterMs = 0): void {
    if (afterMs === 0) this.process.run(settle);
    else this.world.time.after(afterMs, () => this.process.run(settle));
  }

  /** Whether the call takes effect. A request of a dead process may already have been sent. */
  private reachesTarget(name: string): boolean {
    const { faults, random } = this.world;
    if (!this.process.isAlive) return random.chance(0.5);
    if (faults.fires('crash_before_call')) {
      this.world.trace(() => `${this.process.name} dies before ${name}`);
      this.process.die();
      return false;
    }
    return true;
  }

  private returnAnswer(settle: () => void): void {
    const { faults, random } = this.world;
    if (faults.fires('crash_after_call')) return this.process.die();
    if (faults.fires('worker_stopped')) this.process.stop(random.between(STOPPED_MS.min, STOPPED_MS.max));
    this.deliver(settle, faults.fires('call_answered_late') ? random.between(500, 5_000) : 0);
  }
}
