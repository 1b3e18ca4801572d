/** Stage of a request at which a fault acts. */
type FaultPoint = 'before-accept' | 'on-key' | 'on-accept' | 'on-read' | 'before-answer';

interface FaultEntry {
  readonly point: FaultPoint;
  /** Pattern of the argument; null for a fault without one. */
  readonly argument: RegExp | null;
  readonly doc: string;
}

const STATUS = /^[45]\d\d$/;
const DURATION_MS = /^\d{1,6}$/;
const NAME = /^[A-Z_]{2,64}$/;
const ANYTHING = /^.{1,2000}$/s;

/** All faults, by their names in a spec. */
export const FAULTS = {
  delay: { point: 'before-accept', argument: DURATION_MS, doc: 'wait this number of milliseconds, then continue' },
  status: { point: 'before-accept', argument: STATUS, doc: 'answer this status; nothing is accepted' },
  'rate-limit': {
    point: 'before-accept',
    argument: /^\d{0,4}$/,
    doc: 'answer 429, with Retry-After when seconds are given',
  },
  reset: { point: 'before-accept', argument: null, doc: 'reset the connection; nothing is accepted' },
  'forget-key': { point: 'on-key', argument: null, doc: 'treat a repeated idempotency key as a new one' },
  denied: { point: 'on-accept', argument: null, doc: 'DENIED, nothing signed' },
  cancelled: { point: 'on-accept', argument: null, doc: 'CANCELLED, nothing signed' },
  failed: { point: 'on-accept', argument: NAME, doc: 'FAILED with this reason, nothing signed' },
  'denied-after-broadcast': { point: 'on-accept', argument: null, doc: 'mined, and reported DENIED' },
  'cancelled-after-broadcast': { point: 'on-accept', argument: null, doc: 'mined, and reported CANCELLED' },
  'failed-after-broadcast': { point: 'on-accept', argument: NAME, doc: 'mined, and reported FAILED with this reason' },
  'failed-while-pending': {
    point: 'on-accept',
    argument: NAME,
    doc: 'shown FAILED with this reason and without a hash, and mined all the same',
  },
  'wrong-hash': {
    point: 'on-accept',
    argument: /^(?:stranger|stranger-reverted|self-transfer|bundler)$/,
    doc:
      'shown with the hash and result of another mined transaction; stranger, bundler: nothing is signed; ' +
      'stranger-reverted: the call is mined afterwards; self-transfer: an empty transfer takes the nonce of the call',
  },
  stuck: { point: 'on-accept', argument: null, doc: 'signed and STUCK, not broadcast until accelerated or cancelled' },
  hold: { point: 'on-accept', argument: DURATION_MS, doc: 'stay QUEUED for this number of milliseconds' },
  revert: {
    point: 'on-accept',
    argument: null,
    doc: 'broadcast without estimate and with too little gas, so that it reverts on the chain',
  },
  'skip-estimation': {
    point: 'on-accept',
    argument: null,
    doc: 'broadcast without estimate, so that a revert happens on the chain',
  },
  crash: {
    point: 'on-accept',
    argument: /^(?:accepted|signed|broadcast)$/,
    doc: 'kill the process when the transaction is in this state',
  },
  'error-details': {
    point: 'on-accept',
    argument: ANYTHING,
    doc: 'errorDetails of the failure that is injected with it',
  },
  'show-state': { point: 'on-read', argument: NAME, doc: 'show this state, known or unknown, instead of the real one' },
  'forget-transaction': { point: 'on-read', argument: null, doc: 'answer 404 for a transaction, and empty lists' },
  drop: {
    point: 'before-answer',
    argument: null,
    doc: 'process the request, then close the connection without an answer',
  },
  truncate: {
    point: 'before-answer',
    argument: /^\d{0,6}$/,
    doc: 'answer this number of bytes of the body, by default half of it, then close',
  },
  'delay-answer': {
    point: 'before-answer',
    argument: DURATION_MS,
    doc: 'process the request, wait this number of milliseconds, then answer',
  },
  'status-after': { point: 'before-answer', argument: STATUS, doc: 'process the request, then answer this status' },
  leak: { point: 'before-answer', argument: ANYTHING, doc: 'add this text to the body and to a header of the answer' },
} as const satisfies Record<string, FaultEntry>;

export type FaultKind = keyof typeof FAULTS;
export type FaultKindAt<P extends FaultPoint> = {
  [K in FaultKind]: (typeof FAULTS)[K]['point'] extends P ? K : never;
}[FaultKind];

export interface Fault {
  readonly kind: FaultKind;
  readonly argument: string;
}

/** An invalid fault spec. Its message is shown to the caller. */
export class FaultSpecError extends Error {}

/**
 * Parses faults separated by semicolons, each with a percent-encoded argument after a colon:
 * `failed:INTERNAL_ERROR;error-details:out%20of%20gas`.
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
  if (!isFaultKind(name)) throw new FaultSpecError(`unknown fault ${name}`);
  const argument = decode(colon < 0 ? '' : part.slice(colon + 1));
  const { argument: pattern } = FAULTS[name];
  const fits = pattern === null ? argument === '' : pattern.test(argument);
  if (!fits) throw new FaultSpecError(`invalid argument of ${name}`);
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
