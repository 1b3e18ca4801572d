import { InvalidArgumentError } from 'commander';

/** A time of the command line. */
export interface Instant {
  /** RFC 3339 in UTC. */
  readonly iso: string;
  /** Whether it depends on the present time, so that a repeat of the command means another one. */
  readonly isRelative: boolean;
}

const FORMS =
  'Expected a time such as 2027-01-31, "2027-01-31 18:00" (UTC), 2027-01-31T18:00:00+02:00, tomorrow, +90m, +3h, 2d or unix seconds.';
const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400, w: 604_800 };
const DURATION = /^\+?(\d{1,6})\s*(m|h|d|w)$/i;
const DAY = /^(today|tomorrow)(?:[ T](\d{2}:\d{2}))?$/i;
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))? ?(Z|UTC|[+-]\d{2}:\d{2})?$/i;
const UNIX_SECONDS = /^\d{1,11}$/;

/** Parses a time. One without a zone is in UTC, and one without an hour is the start of the day. */
export function parseInstant(text: string, nowMs = Date.now()): Instant {
  const given = text.trim();
  const [, count, unit = ''] = DURATION.exec(given) ?? [];
  if (count !== undefined) {
    const afterMs = Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? 0) * 1_000;
    return toInstant(Math.ceil((nowMs + afterMs) / 1_000) * 1_000, true);
  }
  const [, day, hour = '00:00'] = DAY.exec(given) ?? [];
  if (day !== undefined) return toInstant(startOf(day, hour, nowMs), true);
  if (UNIX_SECONDS.test(given)) return toInstant(Number(given) * 1_000);
  const [, date, time = '00:00', zone = 'Z'] = DATE.exec(given) ?? [];
  if (date === undefined || !isDate(date)) throw new InvalidArgumentError(FORMS);
  return toInstant(Date.parse(`${date}T${time}${/^(Z|UTC)$/i.test(zone) ? 'Z' : zone}`));
}

function startOf(day: string, hour: string, nowMs: number): number {
  const date = new Date(nowMs + (day.toLowerCase() === 'tomorrow' ? 86_400_000 : 0)).toISOString().slice(0, 10);
  return Date.parse(`${date}T${hour}Z`);
}

/** Whether the month has the day: `Date` takes 30 February for 2 March. */
function isDate(date: string): boolean {
  const ms = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

function toInstant(ms: number, isRelative = false): Instant {
  if (Number.isNaN(ms) || ms > 8.64e15) throw new InvalidArgumentError(FORMS);
  return { iso: new Date(ms).toISOString(), isRelative };
}
