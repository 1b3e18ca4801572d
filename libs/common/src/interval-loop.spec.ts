import { jest } from '@jest/globals';
import { IntervalLoop } from './interval-loop.js';

/** Work whose runs the test ends one by one. */
class ControlledWork {
  runs = 0;
  private endRun: () => void = () => undefined;

  readonly run = (): Promise<void> => {
    this.runs += 1;
    return new Promise((resolve) => (this.endRun = resolve));
  };

  async end(): Promise<void> {
    this.endRun();
    for (let tick = 0; tick < 5; tick += 1) await Promise.resolve();
  }
}

describe('IntervalLoop.wake', () => {
  let work: ControlledWork;
  let loop: IntervalLoop;

  beforeEach(() => {
    work = new ControlledWork();
    loop = new IntervalLoop({ intervalMs: 3_600_000, work: work.run, onError: () => undefined });
    loop.start();
  });
  afterEach(async () => {
    const closed = loop.close();
    await work.end();
    await closed;
  });

  it('starts a run at once', () => {
    loop.wake();
    expect(work.runs).toBe(1);
  });

  it('starts one further run after the current one', async () => {
    loop.wake();
    loop.wake();
    loop.wake();
    expect(work.runs).toBe(1);
    await work.end();
    expect(work.runs).toBe(2);
    await work.end();
    expect(work.runs).toBe(2);
  });

  it('has one timer, also when it is started twice', async () => {
    jest.useFakeTimers();
    const twice = new IntervalLoop({ intervalMs: 1_000, work: work.run, onError: () => undefined });
    twice.start();
    twice.start();
    await twice.close();
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
    expect(work.runs).toBe(0);
  });

  it('does nothing after close', async () => {
    await loop.close();
    loop.wake();
    expect(work.runs).toBe(0);
  });
});

describe('IntervalLoop with other pauses', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('repeats a failed run after it, and a successful one after the interval', async () => {
    let [runs, fails] = [0, true];
    const work = (): Promise<void> => {
      runs += 1;
      return fails ? Promise.reject(new Error('away')) : Promise.resolve();
    };
    const loop = new IntervalLoop({ intervalMs: 10_000, retryMs: 1_000, work, onError: () => undefined });
    loop.start();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(runs).toBe(3);
    fails = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(4);
    await jest.advanceTimersByTimeAsync(9_000);
    expect(runs).toBe(4);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(5);
    await loop.close();
  });

  it('rests after a run that found nothing under way, until it is woken', async () => {
    const work = jest.fn(() => Promise.resolve('idle'));
    const loop = new IntervalLoop({ intervalMs: 1_000, idleMs: 10_000, work, onError: () => undefined });
    loop.start();
    await jest.advanceTimersByTimeAsync(10_999);
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    work.mockResolvedValue('busy');
    loop.wake();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(4);
    await loop.close();
  });
});
