import { Injectable } from '@nestjs/common';

/** Cancels a timer. Safe to repeat. */
export type StopTimer = () => void;

/** Timers as a port: the simulation runs them on virtual time. */
export abstract class Timers {
  /** Milliseconds on a clock that never goes back. */
  abstract now(): number;

  abstract after(delayMs: number, run: () => void): StopTimer;

  /** Does not keep an otherwise idle process alive. */
  abstract every(periodMs: number, run: () => void): StopTimer;
}

@Injectable()
export class SystemTimers extends Timers {
  now(): number {
    return performance.now();
  }

  after(delayMs: number, run: () => void): StopTimer {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  }

  every(periodMs: number, run: () => void): StopTimer {
    const timer = setInterval(run, periodMs);
    timer.unref();
    return () => clearInterval(timer);
  }
}
