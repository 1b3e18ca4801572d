import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { isRecord, isUuid, JsonRpcUnavailableError, type Secret } from '@app/common';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaValidationError,
} from 'fastify';
import type { Logger } from 'pino';
import { ProviderError } from '../domain/provider-error.js';

/** Values are never changed, and all problems are reported. */
const VALIDATOR_OPTIONS = { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false } as const;

/** Request decorator: the script of the transaction that the request creates. Null without an extension that sets one. */
export const SCRIPT_DECORATOR = 'script';

/** Creates the server. Its routes below `/v1/` require the API key. */
export function buildServer(log: Logger, apiKey: Secret): FastifyInstance {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: VALIDATOR_OPTIONS },
    routerOptions: { querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) },
    genReqId: ({ headers }) => (isUuid(headers['x-request-id']) ? headers['x-request-id'] : randomUUID()),
  });
  app.decorateRequest(SCRIPT_DECORATOR, null);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.method !== 'GET') request.body = withoutNulls(request.body);
    const isPublic = request.routeOptions.url?.startsWith('/v1/') !== true;
    done(isPublic || isAuthorized(request, apiKey) ? undefined : new ProviderError('unauthorized'));
  });
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, body } = errorAnswer(error, request, log);
    return reply.code(status).send(body);
  };
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new ProviderError('notFound'), request, reply));
  return app;
}

function isAuthorized({ headers }: FastifyRequest, apiKey: Secret): boolean {
  return timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${apiKey.reveal()}`));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns the members of a body. Null counts as absent, and a body that is no object as empty. */
function withoutNulls(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(isRecord(body) ? body : {}).filter(([, value]) => value !== null));
}

function errorAnswer(error: unknown, request: FastifyRequest, log: Logger): { status: number; body: object } {
  const { status, code, message, problems } = translate(error);
  if (status >= 500) log.error({ event: 'request.failed', requestId: request.id, err: error });
  return {
    status,
    body: { code, message, ...(problems.length > 0 && { errors: problems.map((text) => ({ message: text })) }) },
  };
}

function translate(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof JsonRpcUnavailableError) return new ProviderError('chainUnavailable');
  if (isFastifyError(error) && error.validation !== undefined) return toProviderError(error, error.validation);
  // Fastify's errors of the body parser: malformed JSON, a body that is too large, a wrong content type.
  const isClientError = isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500;
  return new ProviderError(isClientError ? 'invalidParameter' : 'internal');
}

function isFastifyError(error: unknown): error is FastifyError {
  return isRecord(error) && typeof error.code === 'string' && error instanceof Error;
}

function toProviderError({ validationContext }: FastifyError, problems: FastifySchemaValidationError[]): ProviderError {
  if (validationContext === 'params') return new ProviderError('invalidId');
  const texts = problems.map(({ instancePath, message = '' }) => `${instancePath} ${message}`.trim());
  return new ProviderError('invalidParameter', texts);
}
