import { countWhile, timeWindow } from './time-window.js';

describe('timeWindow', () => {
  const times = [0, 10, 20, 30, 40, 50, 60];

  it.each([
    ['all points', { maxPoints: Infinity, endS: null }, { min: 0, max: 60 }],
    ['the newest points', { maxPoints: 3, endS: null }, { min: 40, max: 60 }],
    ['a window that ends earlier', { maxPoints: 3, endS: 35 }, { min: 15, max: 35 }],
    ['no time before the oldest point', { maxPoints: 3, endS: -100 }, { min: 0, max: 20 }],
    ['no time after the newest point', { maxPoints: 3, endS: 100 }, { min: 40, max: 60 }],
  ])('shows %s', (_name, { maxPoints, endS }, range) => {
    expect(timeWindow(times, maxPoints, endS)).toEqual(range);
  });

  it('is empty without points', () => {
    expect(timeWindow([], 3, null)).toEqual({ min: 0, max: 0 });
  });
});

describe('countWhile', () => {
  it.each([
    [-1, 0],
    [0, 1],
    [25, 3],
    [30, 4],
    [99, 5],
  ])('counts the points up to %s', (max, count) => {
    expect(countWhile([0, 10, 20, 30, 40], (timeS) => timeS <= max)).toBe(count);
  });

  it('is 0 without points', () => {
    expect(countWhile([], () => true)).toBe(0);
  });
});
