/** Where in the life of a request a fault acts. */
type FaultPoint = 'before-accept' | 'on-key' | 'on-accept' | 'on-read' | 'before-answer';

interface FaultEntry {
  readonly point: FaultPoint;
  /** What stands behind the colon of a spec; null for a fault that takes nothing. */
  readonly argument: RegExp | null;
  readonly doc: string;
}

const STATUS = /^[45]\d\d$/;
const DURATION_MS = /^\d{1,6}$/;
const NAME = /^[A-Z_]{2,64}$/;
const ANYTHING = /^.{1,2000}$/s;

/** Every fault that can be injected, and its argument. */
export const FAULTS = {
  delay: { point: 'before-accept', argument: DURATION_MS, doc: 'wait so many milliseconds, then go on' },
  status: { point: 'before-accept', argument: STATUS, doc: 'answer this status; nothing is accepted' },
  'rate-limit': {
    point: 'before-accept',
    argument: /^\d{0,4}$/,
    doc: 'answer 429, with Retry-After when seconds are given',
  },
  reset: { point: 'before-accept', argument: null, doc: 'reset the connection; nothing is accepted' },
  'forget-key': { point: 'on-key', argument: null, doc: 'take a repeated idempotency key for a new one' },
  denied: { point: 'on-accept', argument: null, doc: 'DENIED, nothing signed' },
  cancelled: { point: 'on-accept', argument: null, doc: 'CANCELLED, nothing signed' },
  failed: { point: 'on-accept', argument: NAME, doc: 'FAILED with this reason, nothing signed' },
  'denied-after-broadcast': { point: 'on-accept', argument: null, doc: 'mined, and reported DENIED' },
  'cancelled-after-broadcast': { point: 'on-accept', argument: null, doc: 'mined, and reported CANCELLED' },
  'failed-after-broadcast': { point: 'on-accept', argument: NAME, doc: 'mined, and reported FAILED with this reason' },
  stuck: { point: 'on-accept', argument: null, doc: 'signed and STUCK, not broadcast until accelerated or cancelled' },
  hold: { point: 'on-accept', argument: DURATION_MS, doc: 'stay QUEUED so many milliseconds' },
  revert: {
    point: 'on-accept',
    argument: null,
    doc: 'broadcast without estimate and with too little gas, so that it reverts on chain',
  },
  'skip-estimation': {
    point: 'on-accept',
    argument: null,
    doc: 'broadcast without estimate: what would revert reverts on chain',
  },
  crash: {
    point: 'on-accept',
    argument: /^(?:accepted|signed|broadcast)$/,
    doc: 'kill the process when the transaction is there',
  },
  'error-details': {
    point: 'on-accept',
    argument: ANYTHING,
    doc: 'text for errorDetails of the failure injected with it',
  },
  'show-state': { point: 'on-read', argument: NAME, doc: 'show this state, known or not, instead of the real one' },
  'forget-transaction': { point: 'on-read', argument: null, doc: '404 for a transaction, and none in lists' },
  drop: { point: 'before-answer', argument: null, doc: 'process fully, then close the connection without an answer' },
  truncate: {
    point: 'before-answer',
    argument: /^\d{0,6}$/,
    doc: 'answer only so many bytes of the body (half, without a number), then close',
  },
  'delay-answer': {
    point: 'before-answer',
    argument: DURATION_MS,
    doc: 'process fully, wait so many milliseconds, then answer',
  },
  'status-after': { point: 'before-answer', argument: STATUS, doc: 'process fully, then answer this status' },
  leak: { point: 'before-answer', argument: ANYTHING, doc: 'plant this text in the answer’s body and in a header' },
} as const satisfies Record<string, FaultEntry>;

export type FaultKind = keyof typeof FAULTS;
export type FaultKindAt<P extends FaultPoint> = {
  [K in FaultKind]: (typeof FAULTS)[K]['point'] extends P ? K : never;
}[FaultKind];

export interface Fault {
  readonly kind: FaultKind;
  readonly argument: string;
}

/** Its message is for the tester who wrote the spec. */
export class FaultSpecError extends Error {}

/**
 * `drop`, `delay:500`, `failed:INTERNAL_ERROR;error-details:out%20of%20luck`: faults by semicolon, arguments by colon and
 * percent-encoded.
 */
export function parseFaults(spec: string): Fault[] {
  return spec
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseFault);
}

function parseFault(part: string): Fault {
  const colon = part.indexOf(':');
  const name = colon < 0 ? part : part.slice(0, colon);
  if (!isFaultKind(name)) throw new FaultSpecError(`there is no fault ${name}`);
  const argument = decode(colon < 0 ? '' : part.slice(colon + 1));
  const { argument: pattern } = FAULTS[name];
  const fits = pattern === null ? argument === '' : pattern.test(argument);
  if (!fits) throw new FaultSpecError(`the argument of ${name} is not valid`);
  return { kind: name, argument };
}

function isFaultKind(name: string): name is FaultKind {
  return Object.hasOwn(FAULTS, name);
}

function decode(argument: string): string {
  try {
    return decodeURIComponent(argument);
  } catch {
    throw new FaultSpecError('an argument is not percent-encoded');
  }
}
