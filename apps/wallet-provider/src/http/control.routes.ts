import type { FastifyInstance } from 'fastify';
import { isRecord } from '../domain/is-record.js';
import type { TransactionBook } from '../engine/transaction-book.js';
import type { FaultBoard, FaultMatch } from '../faults/fault-board.js';
import { FAULTS } from '../faults/fault-catalogue.js';
import { Fields } from './fields.js';
import type { RateLimit } from './rate-limit.js';

const MAX_TIMES = 1_000_000_000;

export interface ControlContext {
  readonly board: FaultBoard;
  readonly book: TransactionBook;
  readonly rateLimit: RateLimit;
}

/** Not part of the contract: the tester's hand on the provider. Without credentials, since the provider listens on loopback alone. */
export function registerControlRoutes(app: FastifyInstance, { board, book, rateLimit }: ControlContext): void {
  app.get('/control/faults', () => ({ rules: board.list(), fired: board.fired(), catalogue: describeFaults() }));

  app.post('/control/faults', (request, reply) => {
    const fields = new Fields(request.body, 'body');
    const rule = {
      match: parseMatch(fields.raw('match')),
      fault: fields.requiredText('fault'),
      ...optional('times', fields.integer('times', { min: 1, max: MAX_TIMES })),
      ...optional('probability', toNumber(fields.decimal('probability'))),
      ...optional('seed', fields.integer('seed', { min: 0, max: 2 ** 32 - 1 })),
    };
    fields.done();
    return reply.code(201).send(board.add(rule));
  });

  app.delete('/control/faults', (_request, reply) => {
    board.clear();
    return reply.code(204).send();
  });

  app.put('/control/rate-limit', (request, reply) => {
    const fields = new Fields(request.body, 'body');
    const limit = (name: string) => fields.integer(name, { min: 0, max: MAX_TIMES }) ?? 0;
    const limits = { getsPerSecond: limit('getsPerSecond'), postsPerSecond: limit('postsPerSecond') };
    fields.done();
    rateLimit.set(limits);
    return reply.code(204).send();
  });

  /** What is unfinished, with nonces and hashes of all signed forms. */
  app.get('/control/transactions', () => ({
    unfinished: [...book.unfinished()].map(({ id, accountId, refId, state, nonce, attempts }) => ({
      ...{ id, accountId, refId, state, nonce },
      attempts: attempts.map(({ purpose, hash }) => ({ purpose, hash })),
    })),
  }));
}

function parseMatch(value: unknown): FaultMatch {
  const fields = new Fields(isRecord(value) ? value : {}, 'body');
  const match = {
    ...optional('operation', fields.text('operation')),
    ...optional('walletId', fields.text('walletId')),
    ...optional('transactionId', fields.text('transactionId')),
    ...optional('refId', fields.text('refId')),
    ...optional('isRepeat', fields.oneOf('isRepeat', ['true', 'false'])),
  };
  fields.done();
  return match;
}

function describeFaults(): Record<string, { point: string; doc: string }> {
  return Object.fromEntries(Object.entries(FAULTS).map(([kind, { point, doc }]) => [kind, { point, doc }]));
}

function optional<const N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T };
function optional(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
