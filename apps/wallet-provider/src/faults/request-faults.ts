import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, FaultKind, FaultKindAt } from './fault-catalogue.js';

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer in the handler's place; `taken` when there is none to give; undefined to go on. */
type Before = (exchange: Exchange, argument: string) => Promise<Answer | 'taken' | undefined> | Answer | 'taken';
/** The answer in place of the handler's; `taken` when the connection was dealt with. */
type After = (exchange: Exchange, answer: Answer, argument: string) => Promise<Answer> | Answer | 'taken';

const BEFORE: Readonly<Record<FaultKindAt<'before-accept'>, Before>> = {
  delay: (_exchange, ms) => delay(Number(ms), undefined),
  status: (_exchange, status) => errorAnswer(Number(status)),
  'rate-limit': (_exchange, seconds) =>
    seconds === '' ? errorAnswer(429) : { ...errorAnswer(429), headers: { 'retry-after': seconds } },
  reset: ({ request, reply }) => {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return 'taken';
  },
};

const AFTER: Readonly<Record<FaultKindAt<'before-answer'>, After>> = {
  drop: ({ request, reply }) => {
    reply.hijack();
    request.raw.socket.destroy();
    return 'taken';
  },
  truncate: ({ request, reply }, { status, body }, bytes) => {
    const whole = Buffer.from(JSON.stringify(body ?? {}));
    reply.hijack();
    reply.raw.writeHead(status, { 'content-type': 'application/json', 'content-length': whole.length });
    reply.raw.write(whole.subarray(0, bytes === '' ? whole.length >> 1 : Number(bytes)), () =>
      request.raw.socket.destroy(),
    );
    return 'taken';
  },
  'delay-answer': (_exchange, answer, ms) => delay(Number(ms), answer),
  'status-after': (_exchange, _answer, status) => errorAnswer(Number(status)),
  leak: (_exchange, { status, body, headers }, text) => ({
    status,
    headers: { ...headers, 'x-debug': encodeURIComponent(text) },
    body: { ...(typeof body === 'object' ? body : {}), message: text, debug: { text } },
  }),
};

/** What a fault answers in the handler's place, if one does. */
export async function applyBeforeAccept(
  faults: readonly Fault[],
  exchange: Exchange,
): Promise<Answer | 'taken' | undefined> {
  for (const { kind, argument } of faults) {
    const outcome = isBefore(kind) ? await BEFORE[kind](exchange, argument) : undefined;
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

export async function applyBeforeAnswer(
  faults: readonly Fault[],
  exchange: Exchange,
  answer: Answer,
): Promise<Answer | 'taken'> {
  let changed = answer;
  for (const { kind, argument } of faults) {
    const outcome = isAfter(kind) ? await AFTER[kind](exchange, changed, argument) : changed;
    if (outcome === 'taken') return outcome;
    changed = outcome;
  }
  return changed;
}

function isBefore(kind: FaultKind): kind is FaultKindAt<'before-accept'> {
  return Object.hasOwn(BEFORE, kind);
}

function isAfter(kind: FaultKind): kind is FaultKindAt<'before-answer'> {
  return Object.hasOwn(AFTER, kind);
}

function errorAnswer(status: number): Answer {
  return {
    status,
    body: {
      code: status >= 500 ? -1 : status,
      message: status === 429 ? 'Too many requests.' : 'Something went wrong',
    },
  };
}
