import { relativeTime, sentence, shortened, utcTime } from './text.js';

const NOW_MS = Date.parse('2026-11-22T12:00:00Z');

it.each([
  ['2026-11-22T12:00:30Z', 'in seconds'],
  ['2026-11-22T11:59:30Z', 'just now'],
  ['2026-11-22T11:30:00Z', '30 minutes ago'],
  ['2026-11-25T12:00:00Z', 'in 3 days'],
  ['2028-11-22T12:00:00Z', 'in 2 years'],
  ['never', ''],
])('relates %s as "%s"', (time, text) => {
  expect(relativeTime(time, NOW_MS)).toBe(text);
});

it('formats times, hashes and names', () => {
  expect(utcTime('2026-11-22T18:45:09.123Z')).toBe('2026-11-22 18:45:09 UTC');
  expect(shortened(`0x${'ab'.repeat(20)}`)).toBe('0xababab…abab');
  expect(shortened('short')).toBe('short');
  expect(sentence('TRADING_CLOSED')).toBe('Trading closed');
  expect(sentence('execution.executed')).toBe('Execution executed');
});
