import { jest } from '@jest/globals';
import { loggedLoop } from './logged-loop.js';

it('logs the first failure of a loop and its recovery, with the number of the failures left out', async () => {
  jest.useFakeTimers();
  const lines: unknown[] = [];
  const write = (record: unknown) => void lines.push(record);
  let runs = 0;
  const loop = loggedLoop({
    intervalMs: 100,
    work: () => ((runs += 1) < 3 ? Promise.reject(new TypeError('upstream text')) : Promise.resolve()),
    log: { info: write, warn: write },
    failed: { event: 'tasks.sweep_failed' },
    recovered: { event: 'tasks.sweep_recovered' },
  });
  loop.start();
  await jest.advanceTimersByTimeAsync(1_000);
  await loop.close();
  jest.useRealTimers();
  expect(lines).toEqual([
    { event: 'tasks.sweep_failed', errorName: 'TypeError', errorCode: null },
    { event: 'tasks.sweep_recovered', leftOut: 1 },
  ]);
});
