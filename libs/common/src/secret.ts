import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** Values by secret. Outside of the object, where spread, JSON and inspection cannot reach them. */
const values = new WeakMap<Secret, string>();

/** A value that is redacted in every conversion to text. Only `reveal` returns it. */
export class Secret {
  constructor(value: string) {
    values.set(this, value);
  }

  reveal(): string {
    return values.get(this) ?? '';
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.toPrimitive](): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}

/** Key of new values, and after it the one that is accepted as well while the key is replaced. */
export type AcceptedKeys = readonly [current: Secret, ...previous: Secret[]];

export function acceptedKeys(current: Secret, previous: Secret | undefined): AcceptedKeys {
  return previous === undefined ? [current] : [current, previous];
}
