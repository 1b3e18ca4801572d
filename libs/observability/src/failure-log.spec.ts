import { jest } from '@jest/globals';
import { FailureLog } from './failure-log.js';

describe('FailureLog', () => {
  let lines: unknown[];
  let failures: FailureLog;

  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    const write = (record: unknown) => void lines.push(record);
    failures = new FailureLog({
      log: { info: write, warn: write },
      failed: { event: 'tasks.sweep_failed' },
      recovered: { event: 'tasks.sweep_recovered' },
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const refused = Object.assign(new Error('upstream text'), { code: 'ECONNREFUSED' });
  const failed = { event: 'tasks.sweep_failed', errorName: 'Error', errorCode: 'ECONNREFUSED' };

  /** Fails four times a second. */
  function failFor(seconds: number): void {
    for (let quarter = 0; quarter < 4 * seconds; quarter += 1) {
      failures.failure(refused);
      jest.advanceTimersByTime(250);
    }
  }

  it('logs the first failure, one every ten seconds with the number of the others, and the recovery', () => {
    failFor(30);
    failures.success();
    failures.success();
    expect(lines).toEqual([
      failed,
      { ...failed, leftOut: 39 },
      { ...failed, leftOut: 39 },
      { event: 'tasks.sweep_recovered', leftOut: 39 },
    ]);
  });

  it('logs the next failure after a recovery, and two lines in ten seconds at most', () => {
    for (let second = 0; second < 20; second += 1) {
      failFor(1);
      failures.success();
    }
    expect(lines).toEqual([
      failed,
      { event: 'tasks.sweep_recovered', leftOut: 3 },
      { ...failed, leftOut: 36 },
      { event: 'tasks.sweep_recovered', leftOut: 3 },
    ]);
  });
});
