import { FailpointSchedule } from './failpoint-schedule.js';
import { Random } from '../../support/random.js';

function createSchedule(points: number[], seeds: number, seed = 1): FailpointSchedule {
  return new FailpointSchedule({ points, seeds, executions: 8, random: new Random(seed) });
}

const reached = (point: number) => JSON.stringify({ event: 'failpoint.reached', point });

describe('FailpointSchedule', () => {
  it('arms every failpoint once per seed in the process that contains it', () => {
    const schedule = createSchedule([1, 2, 6, 7], 3);
    const starts = { api: 0, worker: 0 };
    for (const host of ['api', 'worker'] as const) {
      for (let order = schedule.arm(host, host); order !== ''; order = schedule.arm(host, host)) {
        starts[host] += 1;
        schedule.readLine(host, reached(Number(/^\d+/.exec(order)?.[0])));
      }
    }
    expect(starts).toEqual({ api: 6, worker: 6 });
    expect(Object.fromEntries(schedule.fired)).toEqual({ 1: 3, 2: 3, 6: 3, 7: 3 });
    expect(schedule.leftCount).toBe(0);
  });

  it('depends only on the seed', () => {
    const armedBy = (seed: number) => {
      const schedule = createSchedule([6, 7, 8, 9], 4, seed);
      return Array.from({ length: 16 }, (_, index) => schedule.arm(`worker-${index}`, 'worker'));
    };
    expect(armedBy(1)).toEqual(armedBy(1));
    expect(armedBy(1)).not.toEqual(armedBy(2));
  });

  it('counts both stolen leases of one start', () => {
    const schedule = createSchedule([16], 2);
    expect(schedule.arm('worker-1', 'worker').split(',')).toHaveLength(2);
    schedule.readLine('worker-1', reached(16));
    expect([schedule.firedCount, schedule.leftCount, schedule.isSpent('worker-1')]).toEqual([1, 1, false]);
    schedule.readLine('worker-1', reached(16));
    schedule.readLine('worker-1', reached(16));
    expect([schedule.firedCount, schedule.leftCount]).toEqual([2, 0]);
  });

  it('arms a failpoint again that was not reached', () => {
    const schedule = createSchedule([6], 1);
    const order = schedule.arm('worker-1', 'worker');
    expect(schedule.arm('worker-1', 'worker')).toBe(order);
    schedule.readLine('worker-1', 'not even JSON');
    schedule.readLine('worker-1', reached(7));
    expect(schedule.leftCount).toBe(1);
  });
});
