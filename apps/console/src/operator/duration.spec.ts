import { duration } from './duration.js';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_000, '1 s'],
  [3_249, '3.2 s'],
  [119_999, '120 s'],
  [120_000, '2 min'],
  [7_199_999, '120 min'],
  [7_200_000, '2 h'],
])('shows %d ms as %s', (ms, text) => expect(duration(ms)).toBe(text));
