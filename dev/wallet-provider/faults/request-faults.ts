import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, FaultKind, FaultKindAt } from './fault-catalogue.js';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ErrorAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A serialized reply, which the fault may change. */
interface Payload {
  readonly payload: unknown;
}

/** Answers instead of the handler. Undefined calls the handler; `hijacked` means that the fault has closed the connection. */
type BeforeAccept = (exchange: Exchange, argument: string) => Promise<undefined> | ErrorAnswer | 'hijacked';
/** Replaces the reply. `hijacked` means that the fault has answered or closed the connection. */
type BeforeAnswer = (exchange: Exchange, payload: unknown, argument: string) => Promise<Payload> | Payload | 'hijacked';

const BEFORE_ACCEPT: Readonly<Record<FaultKindAt<'before-accept'>, BeforeAccept>> = {
  delay: (_exchange, ms) => delay(Number(ms), undefined),
  status: (_exchange, status) => errorAnswer(Number(status)),
  'rate-limit': (_exchange, seconds) =>
    seconds === '' ? errorAnswer(429) : { ...errorAnswer(429), headers: { 'retry-after': seconds } },
  reset: ({ request, reply }) => {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return 'hijacked';
  },
};

const BEFORE_ANSWER: Readonly<Record<FaultKindAt<'before-answer'>, BeforeAnswer>> = {
  drop: ({ request, reply }) => {
    reply.hijack();
    request.raw.socket.destroy();
    return 'hijacked';
  },
  truncate: ({ request, reply }, payload, bytes) => {
    const complete = Buffer.from(textOf(payload));
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json', 'content-length': complete.length });
    reply.raw.write(complete.subarray(0, bytes === '' ? complete.length >> 1 : Number(bytes)), () =>
      request.raw.socket.destroy(),
    );
    return 'hijacked';
  },
  'delay-answer': async (_exchange, payload, ms) => delay(Number(ms), { payload }),
  'status-after': ({ reply }, _payload, status) => {
    const { body } = errorAnswer(Number(status));
    for (const name of ['link', 'x-debug']) reply.removeHeader(name);
    reply.code(Number(status)).type('application/json');
    return { payload: JSON.stringify(body) };
  },
  leak: ({ reply }, payload, text) => {
    reply.header('x-debug', encodeURIComponent(text));
    const body: unknown = JSON.parse(textOf(payload));
    return { payload: JSON.stringify({ ...(typeof body === 'object' ? body : {}), message: text, debug: { text } }) };
  },
};

export function hasFault(faults: readonly Fault[], kind: FaultKind): boolean {
  return faults.some((fault) => fault.kind === kind);
}

export function faultArgument(faults: readonly Fault[], kind: FaultKind): string | undefined {
  return faults.find((fault) => fault.kind === kind)?.argument;
}

/** Applies the faults before the request is accepted. */
export async function applyBeforeAccept(
  faults: readonly Fault[],
  exchange: Exchange,
): Promise<ErrorAnswer | 'hijacked' | undefined> {
  for (const { kind, argument } of faults) {
    const outcome = isBeforeAccept(kind) ? await BEFORE_ACCEPT[kind](exchange, argument) : undefined;
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

/** Applies the faults to a serialized reply. */
export async function applyBeforeAnswer(
  faults: readonly Fault[],
  exchange: Exchange,
  payload: unknown,
): Promise<Payload | 'hijacked'> {
  let changed: Payload = { payload };
  for (const { kind, argument } of faults) {
    const outcome = isBeforeAnswer(kind) ? await BEFORE_ANSWER[kind](exchange, changed.payload, argument) : changed;
    if (outcome === 'hijacked') return outcome;
    changed = outcome;
  }
  return changed;
}

function isBeforeAccept(kind: FaultKind): kind is FaultKindAt<'before-accept'> {
  return Object.hasOwn(BEFORE_ACCEPT, kind);
}

function isBeforeAnswer(kind: FaultKind): kind is FaultKindAt<'before-answer'> {
  return Object.hasOwn(BEFORE_ANSWER, kind);
}

/** Returns the JSON text of a reply; an empty reply counts as an empty object. */
function textOf(payload: unknown): string {
  return typeof payload === 'string' && payload !== '' ? payload : '{}';
}

function errorAnswer(status: number): ErrorAnswer {
  return {
    status,
    body: {
      code: status >= 500 ? -1 : status,
      message: status === 429 ? 'Too many requests.' : 'Something went wrong',
    },
  };
}
