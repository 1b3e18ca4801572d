import { IsDate, IsIn } from 'class-validator';
import type { IntentOutcome } from '@app/agents';
import { parseTimestamp } from '@app/common';
import { type FieldOptions, requestField } from '../http/validation/field.js';

/** 9999-12-31T23:59:59Z, the last second that RFC 3339 can express. */
const MAX_UNIX_SECONDS = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

const OUTCOMES: ReadonlyMap<unknown, IntentOutcome> = new Map<unknown, IntentOutcome>([
  ['yes', 'yes'],
  ['1', 'yes'],
  [1, 'yes'],
  ['no', 'no'],
  ['2', 'no'],
  [2, 'no'],
]);

/** `yes` or `1`, `no` or `2`, in any case; the digits as JSON numbers too. */
export function OutcomeField(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: { type: 'string', enum: ['yes', 'no', '1', '2'] },
    parse: (value) => OUTCOMES.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value,
    rules: [IsIn(['yes', 'no'], { message: '$property must be one of yes, no, 1, 2' })],
  });
}

/** RFC 3339 with any offset, or unix seconds as digits. Parsed to a Date in whole seconds, fractions dropped. */
export function CloseTimestampField(options: FieldOptions): PropertyDecorator {
  return requestField(options, {
    schema: {
      type: 'string',
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', pattern: '^[0-9]{1,12}$' },
      ],
    },
    parse: (value) => {
      const moment = typeof value === 'string' ? (parseUnixSeconds(value) ?? parseTimestamp(value)) : null;
      return moment === null ? value : new Date(Math.floor(moment.getTime() / 1000) * 1000);
    },
    rules: [
      IsDate({ message: '$property must be a string: an RFC 3339 timestamp, or unix seconds such as "1767225600"' }),
    ],
  });
}

function parseUnixSeconds(value: string): Date | null {
  if (!/^[0-9]{1,12}$/.test(value) || Number(value) > MAX_UNIX_SECONDS) return null;
  return new Date(Number(value) * 1000);
}
