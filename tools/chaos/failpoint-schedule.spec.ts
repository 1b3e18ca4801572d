import { FailpointSchedule } from './failpoint-schedule.js';
import { Random } from '../support/random.js';

function scheduleOf(points: number[], seeds: number, seed = 1): FailpointSchedule {
  return new FailpointSchedule({ points, seeds, executions: 8, random: new Random(seed) });
}

const reached = (point: number) => JSON.stringify({ event: 'failpoint.reached', point });

describe('the order of failpoints', () => {
  it('orders every point once for every seed, each of the process that can reach it', () => {
    const schedule = scheduleOf([1, 2, 6, 7], 3);
    const lives = { api: 0, worker: 0 };
    for (const host of ['api', 'worker'] as const) {
      for (let order = schedule.arm(host, host); order !== ''; order = schedule.arm(host, host)) {
        lives[host] += 1;
        schedule.notice(host, reached(Number(/^\d+/.exec(order)?.[0])));
      }
    }
    expect(lives).toEqual({ api: 6, worker: 6 });
    expect(Object.fromEntries(schedule.fired)).toEqual({ 1: 3, 2: 3, 6: 3, 7: 3 });
    expect(schedule.leftCount).toBe(0);
  });

  it('is the same for the same seed, and another for another', () => {
    const lives = (seed: number) => {
      const schedule = scheduleOf([6, 7, 8, 9], 4, seed);
      return Array.from({ length: 16 }, (_, life) => schedule.arm(`worker-${life}`, 'worker'));
    };
    expect(lives(1)).toEqual(lives(1));
    expect(lives(1)).not.toEqual(lives(2));
  });

  it('counts a stolen lease that is ordered twice in one life as two', () => {
    const schedule = scheduleOf([16], 2);
    expect(schedule.arm('worker-1', 'worker').split(',')).toHaveLength(2);
    schedule.notice('worker-1', reached(16));
    expect([schedule.firedCount, schedule.leftCount, schedule.isSpent('worker-1')]).toEqual([1, 1, false]);
    schedule.notice('worker-1', reached(16));
    schedule.notice('worker-1', reached(16));
    expect([schedule.firedCount, schedule.leftCount]).toEqual([2, 0]);
  });

  it('orders again what the last life did not come to', () => {
    const schedule = scheduleOf([6], 1);
    const order = schedule.arm('worker-1', 'worker');
    expect(schedule.arm('worker-1', 'worker')).toBe(order);
    schedule.notice('worker-1', 'not even JSON');
    schedule.notice('worker-1', reached(7));
    expect(schedule.leftCount).toBe(1);
  });
});
