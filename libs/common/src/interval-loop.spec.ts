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

  it('does nothing after close', async () => {
    await loop.close();
    loop.wake();
    expect(work.runs).toBe(0);
  });
});
