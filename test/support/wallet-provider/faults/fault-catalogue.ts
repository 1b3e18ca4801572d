import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProviderError } from '../../../../dev/wallet-provider/domain/provider-error.js';
import type { TransactionScript } from '../../../../dev/wallet-provider/domain/transaction.js';
import type { ForeignKind } from './foreign-transaction.js';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ErrorAnswer {
  readonly status: number;
  readonly body: object;
}

/** A serialized reply, which the fault may change. */
interface Payload {
  readonly payload: string;
}

/** Answers instead of the handler. Undefined calls the handler; `hijacked` means that the fault has closed the connection. */
type BeforeAccept = (exchange: Exchange, argument: string) => Promise<undefined> | ErrorAnswer | 'hijacked';
/** Replaces the reply. `hijacked` means that the fault has answered or closed the connection. */
type BeforeAnswer = (exchange: Exchange, argument: string, payload: string) => Promise<Payload> | Payload | 'hijacked';
/** Script of a transaction, and what is sent before it, whose result it shows. */
export interface FaultScript extends TransactionScript {
  foreign?: ForeignKind;
}

/** Writes the fault into the script of an accepted transaction. */
type OnAccept = (script: FaultScript, argument: string) => void;

const NOTHING = /^$/;
const STATUS = /^[45]\d\d$/;
const DURATION_MS = /^\d{1,6}$/;
const NAME = /^[A-Z_]{2,64}$/;
const ANYTHING = /^.{1,2000}$/s;

/** Scripts of the variants of `wrong-hash`. */
const WRONG_HASHES: Readonly<Record<string, FaultScript>> = {
  stranger: { foreign: 'transfer', endBefore: { state: 'COMPLETE' } },
  'stranger-reverted': { foreign: 'reverted' },
  'self-transfer': { selfTransfer: true },
  bundler: { foreign: 'bundled', endBefore: { state: 'COMPLETE' } },
};

/** All faults, by their names in a spec, with the pattern of the argument. */
export const FAULTS = {
  /** Wait this number of milliseconds, then continue. */
  delay: beforeAccept(DURATION_MS, (_exchange, ms) => delay(Number(ms), undefined)),
  /** Answer this status; nothing is accepted. */
  status: beforeAccept(STATUS, (_exchange, status) => errorAnswer(Number(status))),
  /** Answer 429, with Retry-After when seconds are given. */
  'rate-limit': beforeAccept(/^\d{0,4}$/, ({ reply }, seconds) => {
    if (seconds !== '') reply.header('retry-after', seconds);
    return errorAnswer(429);
  }),
  /** Reset the connection; nothing is accepted. */
  reset: beforeAccept(NOTHING, ({ request, reply }) => {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return 'hijacked';
  }),
  /** Treat a repeated idempotency key as a new one. */
  'forget-key': { point: 'on-key', argument: NOTHING },
  /** DENIED, nothing signed. */
  denied: onAccept(NOTHING, (script) => (script.endBefore = { state: 'DENIED' })),
  /** CANCELLED, nothing signed. */
  cancelled: onAccept(NOTHING, (script) => (script.endBefore = { state: 'CANCELLED' })),
  /** FAILED with this reason, nothing signed. */
  failed: onAccept(NAME, (script, errorReason) => (script.endBefore = { state: 'FAILED', errorReason })),
  /** Mined, and reported DENIED, CANCELLED, or FAILED with this reason. */
  'denied-after-broadcast': onAccept(NOTHING, (script) => (script.endAfter = { state: 'DENIED' })),
  'cancelled-after-broadcast': onAccept(NOTHING, (script) => (script.endAfter = { state: 'CANCELLED' })),
  'failed-after-broadcast': onAccept(NAME, (script, errorReason) => {
    script.endAfter = { state: 'FAILED', errorReason };
  }),
  /** Shown FAILED with this reason and without a hash, and mined all the same. */
  'failed-while-pending': onAccept(NAME, (script, errorReason) => (script.shown = { state: 'FAILED', errorReason })),
  /**
   * Shown with the hash and result of another mined transaction. stranger, bundler: nothing is signed. stranger-reverted:
   * the call is mined afterwards. self-transfer: an empty transfer takes the nonce of the call.
   */
  'wrong-hash': onAccept(/^(?:stranger|stranger-reverted|self-transfer|bundler)$/, (script, variant) =>
    Object.assign(script, WRONG_HASHES[variant]),
  ),
  /** Signed and STUCK, not broadcast until accelerated. */
  stuck: onAccept(NOTHING, (script) => (script.withheld = true)),
  /** Stay QUEUED for this number of milliseconds. */
  hold: onAccept(DURATION_MS, (script, ms) => (script.holdMs = Number(ms))),
  /** Broadcast without estimate and with too little gas, so that it reverts on the chain. */
  revert: onAccept(NOTHING, (script) => (script.gas = 'out-of-gas')),
  /** Broadcast without estimate, so that a revert happens on the chain. */
  'skip-estimation': onAccept(NOTHING, (script) => (script.gas = 'skip-estimation')),
  /** Kill the process when the transaction is in this state. */
  crash: onAccept(/^(?:accepted|signed|broadcast)$/, (script, point) => {
    script.crashAt = point === 'signed' || point === 'broadcast' ? point : 'accepted';
  }),
  /** The errorDetails of the failure that is injected with it. */
  'error-details': onAccept(ANYTHING, (script, errorDetails) => {
    if (script.endBefore !== undefined) script.endBefore = { ...script.endBefore, errorDetails };
    if (script.endAfter !== undefined) script.endAfter = { ...script.endAfter, errorDetails };
    if (script.shown !== undefined) script.shown = { ...script.shown, errorDetails };
  }),
  /** Show this state, known or unknown, instead of the real one. */
  'show-state': beforeAnswer(NAME, (_exchange, state, payload) => ({
    payload: changeTransactions(payload, (transaction) => ({ ...transaction, state })),
  })),
  /** Answer 404 for a transaction, and empty lists. */
  'forget-transaction': beforeAnswer(NOTHING, ({ reply }, _argument, payload) => {
    reply.removeHeader('link');
    if (payload.startsWith('{"data":{"transactions":')) return { payload: '{"data":{"transactions":[]}}' };
    const { status, code, message } = new ProviderError('transactionNotFound');
    reply.code(status);
    return { payload: JSON.stringify({ code, message }) };
  }),
  /** Process the request, then close the connection without an answer. */
  drop: beforeAnswer(NOTHING, ({ request, reply }) => {
    reply.hijack();
    request.raw.socket.destroy();
    return 'hijacked';
  }),
  /** Answer this number of bytes of the body, by default half of it, then close. */
  truncate: beforeAnswer(/^\d{0,6}$/, ({ request, reply }, bytes, payload) => {
    const complete = Buffer.from(payload);
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': complete.length });
    reply.raw.write(complete.subarray(0, bytes === '' ? complete.length >> 1 : Number(bytes)), () =>
      request.raw.socket.destroy(),
    );
    return 'hijacked';
  }),
  /** Process the request, wait this number of milliseconds, then answer. */
  'delay-answer': beforeAnswer(DURATION_MS, async (_exchange, ms, payload) => delay(Number(ms), { payload })),
  /** Process the request, then answer this status. */
  'status-after': beforeAnswer(STATUS, ({ reply }, status) => {
    for (const name of ['link', 'x-debug']) reply.removeHeader(name);
    reply.code(Number(status)).type('application/json');
    return { payload: JSON.stringify(errorAnswer(Number(status)).body) };
  }),
  /** Add this text to the body and to a header of the answer. */
  leak: beforeAnswer(ANYTHING, ({ reply }, text, payload) => {
    reply.header('x-debug', encodeURIComponent(text));
    const body: unknown = JSON.parse(payload);
    return { payload: JSON.stringify({ ...(typeof body === 'object' ? body : {}), message: text, debug: { text } }) };
  }),
} as const;

export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  readonly kind: FaultKind;
  readonly argument: string;
}

/** An invalid fault spec. Its text is shown to the caller. */
export class FaultSpecError extends ProviderError {
  constructor(text: string) {
    super('invalidParameter', [text]);
  }
}

/**
 * Parses faults separated by semicolons, each with a percent-encoded argument after a colon:
 * `failed:INTERNAL_ERROR;error-details:out%20of%20gas`.
 */
export function parseFaults(spec: string): Fault[] {
  const parts = spec.split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(parseFault);
}

function parseFault(part: string): Fault {
  const [name = '', ...rest] = part.split(':');
  if (!isFaultKind(name)) throw new FaultSpecError(`unknown fault ${name}`);
  const argument = decode(rest.join(':'));
  if (!FAULTS[name].argument.test(argument)) throw new FaultSpecError(`invalid argument of ${name}`);
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

function beforeAccept(argument: RegExp, apply: BeforeAccept) {
  return { point: 'before-accept', argument, apply } as const;
}

function onAccept(argument: RegExp, apply: OnAccept) {
  return { point: 'on-accept', argument, apply } as const;
}

function beforeAnswer(argument: RegExp, apply: BeforeAnswer) {
  return { point: 'before-answer', argument, apply } as const;
}

/** Changes the transactions of a serialized answer of one or a list of them. */
function changeTransactions(payload: string, change: (transaction: object) => object): string {
  const { data = {}, ...body } = JSON.parse(payload) as { data?: { transaction?: object; transactions?: object[] } };
  const { transaction, transactions } = data;
  if (transaction !== undefined) return JSON.stringify({ ...body, data: { transaction: change(transaction) } });
  if (transactions === undefined) return payload;
  return JSON.stringify({ ...body, data: { transactions: transactions.map(change) } });
}

function errorAnswer(status: number): ErrorAnswer {
  const message = status === 429 ? 'Too many requests.' : 'Something went wrong';
  return { status, body: { code: status >= 500 ? -1 : status, message } };
}
