/** Takes a timer back; doing it twice is fine. */
export type StopTimer = () => void;

/** Timers as a dependency: the simulation holds the hands itself. */
export abstract class Timers {
  abstract after(delayMs: number, run: () => void): StopTimer;

  /** Does not keep a process alive that has nothing else to do. */
  abstract every(periodMs: number, run: () => void): StopTimer;
}

export class SystemTimers extends Timers {
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
