import type { World } from '../world/world.js';
import type { VirtualProcess } from './virtual-process.js';

const STOPPED_MS = { shortest: 500, longest: 9_000 } as const;

/**
 * Everything that a worker asks of the world passes here, and here it may die, be stopped, or wait: before the call, after
 * the call and before its answer, and at each named failpoint.
 */
export class Gate {
  constructor(
    private readonly world: World,
    private readonly process: VirtualProcess,
  ) {}

  /** The answer of a call that takes effect at one moment, or its error; never, when the process died meanwhile. */
  call<T>(name: string, effect: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.world.time.after(this.world.random.between(1, 4), () => {
        if (!this.setOut(name)) return;
        let settle: () => void;
        try {
          const answer = effect();
          this.world.say(() => `${this.process.name} ${name}`);
          settle = () => resolve(answer);
        } catch (error) {
          this.world.say(() => `${this.process.name} ${name} throws ${String(error)}`);
          settle = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        this.comeBack(settle);
      });
    });
  }

  /** A failpoint: nothing happens there but that the process may die. */
  pass(): Promise<void> {
    const { faults } = this.world;
    if (!faults.fires('crash_at_failpoint')) return Promise.resolve();
    this.process.die();
    return new Promise(() => undefined);
  }

  /** Settles a promise of the process, if it is still there to see it. */
  deliver(settle: () => void, afterMs = 0): void {
    if (afterMs === 0) this.process.run(settle);
    else this.world.time.after(afterMs, () => this.process.run(settle));
  }

  /** Whether the call still reaches what it is for. A dead process's request may have been on its way already. */
  private setOut(name: string): boolean {
    const { faults, random } = this.world;
    if (!this.process.isAlive) return random.chance(0.5);
    if (faults.fires('crash_before_call')) {
      this.world.say(() => `${this.process.name} dies before ${name}`);
      this.process.die();
      return false;
    }
    return true;
  }

  private comeBack(settle: () => void): void {
    const { faults, random } = this.world;
    if (faults.fires('crash_after_call')) return this.process.die();
    if (faults.fires('worker_stopped')) this.process.stop(random.between(STOPPED_MS.shortest, STOPPED_MS.longest));
    this.deliver(settle, faults.fires('call_answered_late') ? random.between(500, 5_000) : 0);
  }
}
