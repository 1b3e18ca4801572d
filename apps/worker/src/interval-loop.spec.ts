import { IntervalLoop } from './interval-loop.js';

/** Work whose rounds the test ends one by one. */
class Work {
  rounds = 0;
  private endRound: () => void = () => undefined;

  readonly run = (): Promise<void> => {
    this.rounds += 1;
    return new Promise((resolve) => (this.endRound = resolve));
  };

  async end(): Promise<void> {
    this.endRound();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
}

describe('IntervalLoop.wake', () => {
  let work: Work;
  let loop: IntervalLoop;

  beforeEach(() => {
    work = new Work();
    loop = new IntervalLoop({ everyMs: 3_600_000, work: work.run, onError: () => undefined });
    loop.start();
  });
  afterEach(async () => {
    const closed = loop.close();
    await work.end();
    await closed;
  });

  it('begins a round at once', () => {
    loop.wake();
    expect(work.rounds).toBe(1);
  });

  it('does not begin a second one beside the first, but right after it, and once', async () => {
    loop.wake();
    loop.wake();
    loop.wake();
    expect(work.rounds).toBe(1);
    await work.end();
    expect(work.rounds).toBe(2);
    await work.end();
    expect(work.rounds).toBe(2);
  });

  it('does nothing once the loop is closed', async () => {
    await loop.close();
    loop.wake();
    expect(work.rounds).toBe(0);
  });
});
