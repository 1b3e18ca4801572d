import { Random } from '../../../support/random.js';
import { Faults } from './faults.js';
import { VirtualTime } from './virtual-time.js';

/** An invariant of the engine that a run broke. */
export interface Violation {
  invariant: string;
  detail: string;
}

/** State shared by all parts of one run: clock, random numbers, faults and violations. */
export class World {
  readonly time = new VirtualTime();
  readonly random: Random;
  readonly faults: Faults;
  readonly violations: Violation[] = [];
  private keys = 0;

  constructor(
    readonly seed: number,
    private readonly onTrace: ((line: string) => void) | null,
  ) {
    this.random = new Random(seed);
    this.faults = new Faults(this.random);
  }

  get nowMs(): number {
    return this.time.nowMs;
  }

  violate(invariant: string, detail: string): void {
    this.violations.push({ invariant, detail });
    this.trace(() => `VIOLATION ${invariant}: ${detail}`);
  }

  /** Writes a line with its virtual time. The line is built only when a trace is requested. */
  trace(line: () => string): void {
    if (this.onTrace === null) return;
    const seconds = ((this.nowMs - this.time.startMs) / 1000).toFixed(3).padStart(8);
    this.onTrace(`${seconds} ${line()}`);
  }

  /** Returns a unique key, the same in every run of the seed. */
  newKey(): string {
    this.keys += 1;
    return `key-${this.keys}`;
  }
}
