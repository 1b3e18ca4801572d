const MINUTE_S = 60;
const UNITS: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [365 * 86_400, 'year'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [MINUTE_S, 'minute'],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `2026-11-22 18:45:09 UTC` for an RFC 3339 time. */
export function utcTime(time: string): string {
  return time.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
}

/** `in 3 days` or `5 minutes ago`, in the largest unit that fits. */
export function relativeTime(time: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(time) - nowMs) / 1_000);
  if (Number.isNaN(seconds)) return '';
  const found = UNITS.find(([size]) => Math.abs(seconds) >= size);
  if (found === undefined) return seconds > 0 ? 'in seconds' : 'just now';
  return RELATIVE.format(Math.trunc(seconds / found[0]), found[1]);
}

/** First and last characters of an address or hash. */
export function shortened(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 8)}…${text.slice(-4)}`;
}

/** `create_market` as `Create market`. */
export function sentence(name: string): string {
  const words = name.toLowerCase().replaceAll(/[_.]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
