import type { Clock } from '@app/common';

/** Generates increasing numbers. They start from the clock, in microseconds, so they increase over restarts too. */
export class Sequence {
  private last = 0;

  constructor(private readonly clock: Clock) {}

  next(): number {
    this.last = Math.max(this.last + 1, this.clock.nowMs() * 1000);
    return this.last;
  }
}
