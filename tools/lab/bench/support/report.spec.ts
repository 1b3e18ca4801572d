import { exitCodeOf, type Figure, tableOf } from './report.js';

const figure = (product: number, bar: Figure['bar']): Figure => ({ name: 'paint', unit: 's', product, bar, note: '' });

it.each([
  [[], 0],
  [[figure(0.9, { max: 1 }), figure(3, { min: 3 }), figure(7, {})], 0],
  [[figure(0.9, { max: 1 }), figure(1.1, { max: 1 })], 1],
  [[figure(2.9, { min: 3 })], 1],
  [[figure(NaN, { max: 1 })], 1],
  [[{ ...figure(8, { minRatio: 0.95 }), reference: 10 }], 1],
] as const)('exits with 1 exactly when the table has a miss: %j', (figures, code) => {
  expect(exitCodeOf(figures)).toBe(code);
  expect(tableOf(figures).some(({ result }) => result === 'MISS')).toBe(code === 1);
});
