import { EventLoopMonitor } from './event-loop-monitor.js';

/** Works for a time on the clock and of the processor: a busy machine gives less of the latter. */
function workFor(ms: number): void {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  while (process.cpuUsage(before).user < ms * 1_000 || performance.now() - startedMs < ms);
}

/** Blocks the thread without using the processor, as a busy machine does. */
function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('EventLoopMonitor', () => {
  let monitor: EventLoopMonitor;

  beforeEach(() => {
    monitor = new EventLoopMonitor();
    monitor.onModuleInit();
  });

  afterEach(() => monitor.onApplicationShutdown());

  it('measures a turn from its first request', async () => {
    expect(monitor.turnMs()).toBe(0);
    workFor(5);
    expect(monitor.turnMs()).toBeGreaterThanOrEqual(5);
    await nextTurn();
    expect(monitor.turnMs()).toBe(0);
  });

  it('reports delays that follow each other, and recovers', async () => {
    while (monitor.delayMs() < 50) {
      workFor(120);
      await nextTurn();
    }
    while (monitor.delayMs() > 10) await new Promise((resolve) => setTimeout(resolve, 1));
  });

  it('ignores a single pause', async () => {
    workFor(500);
    for (const startedMs = performance.now(); performance.now() - startedMs < 300;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect(monitor.delayMs()).toBeLessThan(50);
    }
  });

  it('ignores time in which the process did not run', async () => {
    for (let turn = 0; turn < 15; turn += 1) {
      blockFor(100);
      await nextTurn();
      expect(monitor.delayMs()).toBeLessThan(50);
    }
  });
});
