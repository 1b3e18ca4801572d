import { isAgentId, isEmailAddress } from '@app/agents';
import { parseTimestamp } from '@app/common';
import { decimal, type FieldType, Refused } from '../../http/index.js';

/** The latest moment that a timestamp can be answered for. */
const LAST_UNIX_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

export function agentId(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: '^agent_[A-Za-z0-9_-]{4,74}$', minLength: 10, maxLength: 80 },
    parse: (value) =>
      isAgentId(value) ? value : Refused.because('must be "agent_" and 4 to 74 of A-Z a-z 0-9 _ -, and no placeholder'),
  };
}

export function emailAddress(): FieldType<string> {
  return {
    schema: { type: 'string', format: 'email', maxLength: 254 },
    parse: (value) =>
      typeof value === 'string' && isEmailAddress(value) ? value : Refused.because('must be an e-mail address'),
  };
}

export function passcode(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: '^[0-9]{6}$' },
    parse: (value) =>
      typeof value === 'string' && /^[0-9]{6}$/.test(value) ? value : Refused.because('must be a string of six digits'),
  };
}

/** An amount of collateral, display units. How fine it may be, the collateral's decimals say. */
export function amount({ positive }: { positive: boolean }): FieldType<string> {
  return decimal({ integerDigits: 18, fractionDigits: 18, positive });
}

/** `yes` or `1`, `no` or `2`, in any case; the two numbers as JSON numbers as well. */
export function outcome(): FieldType<'yes' | 'no'> {
  const meanings = new Map<string, 'yes' | 'no'>([
    ['yes', 'yes'],
    ['1', 'yes'],
    ['no', 'no'],
    ['2', 'no'],
  ]);
  return {
    schema: { enum: [...meanings.keys()] },
    parse: (value) => {
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
      return meanings.get(text) ?? Refused.because('must be one of yes, no, 1, 2');
    },
  };
}

/** RFC 3339 with any offset, or unix seconds as digits; given on in whole seconds, fractions dropped. */
export function closeTimestamp(): FieldType<Date> {
  return {
    schema: {
      anyOf: [
        { type: 'string', format: 'date-time' },
        { type: 'string', pattern: '^[0-9]{1,12}$' },
      ],
    },
    parse: (value) => {
      const moment = typeof value === 'string' ? (parseUnixSeconds(value) ?? parseTimestamp(value)) : null;
      if (moment === null) return Refused.because('must be an RFC 3339 timestamp or unix seconds as digits');
      return new Date(Math.floor(moment.getTime() / 1000) * 1000);
    },
  };
}

function parseUnixSeconds(value: string): Date | null {
  if (!/^[0-9]{1,12}$/.test(value) || Number(value) > LAST_UNIX_SECOND) return null;
  return new Date(Number(value) * 1000);
}
