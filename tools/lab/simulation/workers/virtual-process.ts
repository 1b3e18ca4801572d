import type { World } from '../world/world.js';

/** A process that can be killed at any moment, or stopped and continued like with SIGSTOP. */
export class VirtualProcess {
  private dead = false;
  private stoppedUntilMs = 0;

  constructor(
    readonly name: string,
    private readonly world: World,
    private readonly onDeath: (process: VirtualProcess) => void,
  ) {}

  get isAlive(): boolean {
    return !this.dead;
  }

  get isStopped(): boolean {
    return this.world.nowMs < this.stoppedUntilMs;
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    this.world.trace(() => `${this.name} dies`);
    this.onDeath(this);
  }

  stop(forMs: number): void {
    this.stoppedUntilMs = Math.max(this.stoppedUntilMs, this.world.nowMs + forMs);
    this.world.trace(() => `${this.name} is stopped for ${forMs} ms`);
  }

  continue(): void {
    this.stoppedUntilMs = 0;
  }

  /** Runs code of the process: at once, when the process continues, or never after its death. */
  run(code: () => void): void {
    if (this.dead) return;
    if (this.isStopped) {
      // Polls, because healing may continue the process early.
      this.world.time.at(Math.min(this.stoppedUntilMs, this.world.nowMs + 500), () => this.run(code));
      return;
    }
    code();
    this.world.time.noteSettled();
  }
}
