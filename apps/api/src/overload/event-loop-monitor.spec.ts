import { EventLoopMonitor } from './event-loop-monitor.js';

/** By the clock and in processor time: a busy machine gives less of it, and other threads of ours use some. */
function workFor(ms: number): void {
  const before = process.cpuUsage();
  const started = performance.now();
  while (process.cpuUsage(before).user < ms * 1_000 || performance.now() - started < ms);
}

describe('EventLoopMonitor', () => {
  it('counts from the first request of a turn, and anew in the next', async () => {
    const clock = new EventLoopMonitor();
    expect(clock.turnMs()).toBe(0);
    workFor(5);
    expect(clock.turnMs()).toBeGreaterThanOrEqual(5);
    await new Promise((resolve) => setImmediate(resolve));
    expect(clock.turnMs()).toBe(0);
  });

  it('sees what holds the loop up, whatever it is', async () => {
    const clock = new EventLoopMonitor();
    clock.start();
    workFor(120);
    while (clock.delayMs() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.delayMs()).toBeGreaterThan(10);
    clock.stop();
  });

  it('takes a single pause for no load, many for one, and none for its end', () => {
    const clock = new EventLoopMonitor();
    clock.tick(10_000, 10_000);
    expect(clock.delayMs()).toBeLessThan(100);
    for (let tick = 0; tick < 20; tick += 1) clock.tick(150, 160);
    expect(clock.delayMs()).toBeGreaterThan(120);
    for (let tick = 0; tick < 40; tick += 1) clock.tick(-1, 5);
    expect(clock.delayMs()).toBeLessThan(1);
  });

  it('does not count what others kept from it', () => {
    const clock = new EventLoopMonitor();
    for (let tick = 0; tick < 100; tick += 1) clock.tick(150, 4);
    expect(clock.delayMs()).toBeLessThan(5);
  });
});
