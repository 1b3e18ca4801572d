const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const MAX_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Parses an RFC 3339 timestamp with any offset, truncated to milliseconds. Returns null for everything else, for invalid
 * calendar days, and outside of the years 0001 to 9999.
 */
export function parseTimestamp(text: string): Date | null {
  const match = RFC3339.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const fraction = (match[7] ?? '').slice(0, 3).padEnd(3, '0');
  if (year === undefined || month === undefined || day === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  if (hour > 23 || minute > 59 || second > 59 || !isCalendarDay(year, month, day)) return null;
  const offsetMinutes = parseOffsetMinutes(match[8], match[9], match[10]);
  if (offsetMinutes === null) return null;
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day);
  moment.setUTCHours(hour, minute - offsetMinutes, second, Number(fraction));
  return moment.getUTCFullYear() >= 1 && moment.getTime() <= MAX_TIME_MS ? moment : null;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function parseOffsetMinutes(sign = '+', hours = '0', minutes = '0'): number | null {
  const [h, m] = [Number(hours), Number(minutes)];
  if (h > 23 || m > 59) return null;
  return (sign === '-' ? -1 : 1) * (h * 60 + m);
}
