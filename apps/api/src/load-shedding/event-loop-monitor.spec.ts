import { createHistogram } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { EventLoopMonitor, RESOLUTION_MS } from './event-loop-monitor.js';

/** Works for a time on the clock and of the processor: a busy machine gives less of the latter. */
function workFor(ms: number): void {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  while (process.cpuUsage(before).user < ms * 1_000 || performance.now() - startedMs < ms);
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('EventLoopMonitor', () => {
  describe('with given delays and processor time', () => {
    let monitor: EventLoopMonitor;
    /** Adds timers with these delays and processor time of this process, and samples. */
    let sample: (delaysMs: readonly number[], cpuMs: number) => number;

    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['setImmediate'] });
      const histogram = Object.assign(createHistogram(), { enable: () => true, disable: () => true });
      const used = { user: 0, system: 0 };
      monitor = new EventLoopMonitor(histogram, (previous = { user: 0, system: 0 }) => ({
        user: used.user - previous.user,
        system: used.system - previous.system,
      }));
      monitor.onModuleInit();
      sample = (delaysMs, cpuMs) => {
        for (const delayMs of delaysMs) histogram.record((RESOLUTION_MS + delayMs) * 1e6);
        used.user += cpuMs * 1_000;
        jest.advanceTimersByTime(100);
        return monitor.delayMs();
      };
    });

    afterEach(() => {
      monitor.onApplicationShutdown();
      jest.useRealTimers();
    });

    it('measures a turn from its first request', async () => {
      expect(monitor.turnMs()).toBe(0);
      jest.advanceTimersByTime(5);
      expect(monitor.turnMs()).toBe(5);
      await nextTurn();
      expect(monitor.turnMs()).toBe(0);
    });

    it('reports delays that follow each other, and recovers', () => {
      expect(sample(Array(12).fill(300), 3_600)).toBeCloseTo(300, 0);
      expect(sample(Array(6).fill(0), 600)).toBeLessThan(1);
    });

    it('ignores a single pause', () => {
      expect(sample([500], 500)).toBe(0);
      expect(sample(Array(5).fill(0), 0)).toBeLessThan(1);
    });

    it('ignores time in which the process did not run', () => {
      expect(sample(Array(6).fill(300), 60)).toBeCloseTo(10, 0);
    });
  });

  it('measures the work of this process', async () => {
    const monitor = new EventLoopMonitor();
    monitor.onModuleInit();
    for (let turn = 0; turn < 20; turn += 1) {
      workFor(60);
      await nextTurn();
    }
    // A turn takes its processor time at least, however busy the machine is.
    expect(monitor.delayMs()).toBeGreaterThan(20);
    await eventually(
      () => Promise.resolve(monitor.delayMs()),
      (delayMs) => delayMs < 10,
    );
    monitor.onApplicationShutdown();
  });
});
