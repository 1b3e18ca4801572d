import { parseInstant } from './instant.js';

const NOW = Date.parse('2026-11-27T17:05:30.400Z');

describe('parseInstant', () => {
  it.each([
    ['2027-01-01', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01 18:00', '2027-01-01T18:00:00.000Z'],
    ['2027-01-01 18:00 UTC', '2027-01-01T18:00:00.000Z'],
    ['2027-01-01T18:00:00Z', '2027-01-01T18:00:00.000Z'],
    ['2027-01-01 18:00 +02:00', '2027-01-01T16:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['1798761600', '2027-01-01T00:00:00.000Z'],
  ])('takes %s for %s', (text, iso) => {
    expect(parseInstant(text, NOW)).toMatchObject({ iso, isRelative: false });
  });

  it.each([
    ['tomorrow', '2026-11-28T00:00:00.000Z'],
    ['Tomorrow 18:00', '2026-11-28T18:00:00.000Z'],
    ['today 23:59', '2026-11-27T23:59:00.000Z'],
    ['+1h', '2026-11-27T18:05:31.000Z'],
    ['90m', '2026-11-27T18:35:31.000Z'],
    ['3d', '2026-11-30T17:05:31.000Z'],
    ['+2w', '2026-12-11T17:05:31.000Z'],
  ])('takes %s for %s, which depends on the present', (text, iso) => {
    expect(parseInstant(text, NOW)).toEqual({ iso, isRelative: true });
  });

  it.each([
    '',
    'soon',
    '2027-02-30',
    '2027-13-01',
    '2027-01-01 25:00',
    '01/02/2027',
    '-1h',
    '1.5h',
    '3 years',
    '99999999999999',
  ])('refuses %j, and shows the forms', (text) => {
    expect(() => parseInstant(text, NOW)).toThrow(/2027-01-31 18:00" \(UTC\).*\+3h/);
  });
});
