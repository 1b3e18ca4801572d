import { Faults } from './faults.js';
import { Random } from '../../support/random.js';
import { VirtualTime } from './virtual-time.js';

/** A promise of the engine that a run did not keep. */
export interface Violation {
  invariant: string;
  detail: string;
}

/** What everything in one run shares: its clock, its dice, what goes wrong in it, and what was seen. */
export class World {
  readonly time = new VirtualTime();
  readonly random: Random;
  readonly faults: Faults;
  readonly violations: Violation[] = [];
  private keys = 0;

  constructor(
    readonly seed: number,
    private readonly trace: ((line: string) => void) | null,
  ) {
    this.random = new Random(seed);
    this.faults = new Faults(this.random);
  }

  get nowMs(): number {
    return this.time.nowMs;
  }

  violate(invariant: string, detail: string): void {
    this.violations.push({ invariant, detail });
    this.say(() => `VIOLATION ${invariant}: ${detail}`);
  }

  /** Only built when somebody reads it. */
  say(line: () => string): void {
    if (this.trace === null) return;
    const seconds = ((this.nowMs - this.time.startMs) / 1000).toFixed(3).padStart(8);
    this.trace(`${seconds} ${line()}`);
  }

  /** Unique, and the same in every run of the seed. */
  newKey(): string {
    this.keys += 1;
    return `key-${this.keys}`;
  }
}
