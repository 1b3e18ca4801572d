import type { Clock } from '@app/common';

/** Numbers that only grow, over restarts as well, since they start from the clock: microseconds since 1970. */
export class Sequence {
  private last = 0;

  constructor(private readonly clock: Clock) {}

  next(): number {
    this.last = Math.max(this.last + 1, this.clock.nowMs() * 1000);
    return this.last;
  }
}
