import { isUuid, type Secret } from '@app/common';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { ChainUnavailableError } from '../chain/json-rpc.js';
import { isRecord } from '../domain/is-record.js';
import { ProviderError } from '../domain/provider-error.js';
import type { FaultBoard, RequestFacts } from '../faults/fault-board.js';
import { FaultSpecError } from '../faults/fault-catalogue.js';
import { type Answer, applyBeforeAccept, applyBeforeAnswer } from '../faults/request-faults.js';
import type { Operation } from './operation.js';
import type { RateLimit } from './rate-limit.js';

export interface ServerContext {
  readonly apiKey: Secret;
  readonly board: FaultBoard;
  readonly log: Logger;
  readonly operations: readonly Operation[];
  readonly rateLimit: RateLimit;
  /** Whether a request with this idempotency key was accepted before. */
  readonly knowsKey: (operation: string, key: string) => Promise<boolean>;
}

/** Serves the operations in the contract's envelope, with the fault hooks around them. */
export function buildServer(context: ServerContext): FastifyInstance {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    genReqId: ({ headers }) => (isUuid(headers['x-request-id']) ? headers['x-request-id'] : randomUUID()),
  });
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.setErrorHandler((error, request, reply) => send(reply, errorAnswer(error, request, context.log)));
  app.setNotFoundHandler((request, reply) =>
    send(reply, errorAnswer(new ProviderError('notFound'), request, context.log)),
  );
  for (const operation of context.operations) {
    app.route({
      method: operation.method,
      url: operation.path,
      handler: (request, reply) => serve(context, operation, { request, reply }),
    });
  }
  return app;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function serve(context: ServerContext, operation: Operation, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange;
  if (operation.open !== true) authorise(request, context.apiKey);
  if (!context.rateLimit.allows(operation.method)) throw new ProviderError('rateLimited');
  const header = request.headers['x-fault'];
  const key = isRecord(request.body) ? request.body.idempotencyKey : undefined;
  const isRepeat = typeof key === 'string' && (await context.knowsKey(operation.name, key));
  const facts = { ...factsOf(operation, request), isRepeat: String(isRepeat) };
  const faults = context.board.take(facts, typeof header === 'string' ? header : undefined);
  const early = await applyBeforeAccept(faults, exchange);
  if (early === 'taken') return reply;
  if (early !== undefined) return send(reply, early);
  const answer = await handle(context, operation, { request, faults });
  const final = await applyBeforeAnswer(faults, exchange, answer);
  return final === 'taken' ? reply : send(reply, final);
}

type Handled = Pick<Exchange, 'request'> & { readonly faults: ReturnType<FaultBoard['take']> };

async function handle({ log }: ServerContext, operation: Operation, { request, faults }: Handled): Promise<Answer> {
  const id = idOf(request);
  const url = new URL(request.url, `http://${request.host}`);
  try {
    if (operation.subject !== undefined && !isUuid(id)) throw new ProviderError('invalidId');
    return await operation.handle({
      body: request.body,
      query: Object.fromEntries(url.searchParams),
      id: id.toLowerCase(),
      url,
      faults,
    });
  } catch (error) {
    return errorAnswer(error, request, log);
  }
}

function authorise(request: FastifyRequest, apiKey: Secret): void {
  const given = createHash('sha256')
    .update(request.headers.authorization ?? '')
    .digest();
  const wanted = createHash('sha256').update(`Bearer ${apiKey.reveal()}`).digest();
  if (!timingSafeEqual(given, wanted)) throw new ProviderError('unauthorized');
}

function factsOf({ name, subject }: Operation, request: FastifyRequest): RequestFacts {
  const body = isRecord(request.body) ? request.body : {};
  const query = isRecord(request.query) ? request.query : {};
  const facts: Record<string, string> = {};
  const add = (fact: string, value: unknown) => {
    if (typeof value === 'string' && value !== '') facts[fact] = value;
  };
  add('walletId', body.walletId ?? query.walletId ?? query.walletIds);
  add('refId', body.refId);
  if (subject !== undefined) add(`${subject}Id`, idOf(request));
  return { ...facts, operation: name };
}

function idOf(request: FastifyRequest): string {
  return isRecord(request.params) && typeof request.params.id === 'string' ? request.params.id : '';
}

function errorAnswer(error: unknown, request: FastifyRequest, log: Logger): Answer {
  const translated = translate(error);
  if (translated.status >= 500) log.error({ event: 'request.failed', requestId: request.id, err: error });
  const { status, code, message, problems } = translated;
  return { status, body: { code, message, ...(problems.length > 0 && { errors: problems }) } };
}

function translate(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof ChainUnavailableError) return new ProviderError('chainUnavailable');
  if (error instanceof FaultSpecError) return new ProviderError('invalidParameter', [faultProblem(error.message)]);
  // What Fastify itself refuses: malformed JSON, a body that is too large, a wrong content type.
  const status = isRecord(error) ? error.statusCode : undefined;
  return new ProviderError(typeof status === 'number' && status < 500 ? 'invalidParameter' : 'internal');
}

function faultProblem(message: string): ProviderError['problems'][number] {
  return { error: 'invalid', message, location: 'header', invalidValue: null, constraints: {} };
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
