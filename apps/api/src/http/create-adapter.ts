import type { Server } from 'node:http';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toJsonText } from '@app/common';
import type { ApiSettings } from '@app/config';
import { BODY_LIMIT_BYTES, installBodyParser } from './body-parser.js';
import { toEnvelope } from './errors/envelope.js';
import { toAppError } from './errors/to-app-error.js';
import { MAX_PREFERRED_WAIT_S } from './preferences.js';
import { PRIVATE_HEADERS } from './private-headers.js';
import { answerRawRequests, onClientError } from './raw-errors.js';
import { REQUEST_ID_HEADER, toRequestId } from './request-id.js';
import { escapeMalformedPercent } from './url.js';

/** Maximum time in ms until a request has arrived, body included. */
const REQUEST_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 5_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Time in ms that a handler may take beyond the wait that a client asked for. */
const HANDLER_MARGIN_MS = 15_000;

/** Creates the Fastify server with its limits, and with answers for what never reaches a route. */
export function createAdapter(settings: ApiSettings): FastifyAdapter {
  const adapter = new FastifyAdapter({ ...serverOptions(settings), skipMiddie: true });
  // Before Nest's own hooks: they answer a malformed request target with 404.
  adapter.setOnRequestHook((request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.header(REQUEST_ID_HEADER, request.id).headers(PRIVATE_HEADERS);
    done();
  });
  const instance = adapter.getInstance<FastifyInstance>();
  installBodyParser(instance);
  instance.setReplySerializer(toJsonText);
  answerRawRequests(instance.server);
  limitConnections(instance.server, settings.API_CONNECTIONS_MAX);
  return adapter;
}

/** Maximum time in ms from a request's arrival to its answer: the longest wait on a worker plus a margin. */
export function computeHandlerTimeoutMs({ EXECUTE_WAIT_MS, PROVIDER_WAIT_MS }: ApiSettings): number {
  return Math.max(EXECUTE_WAIT_MS, PROVIDER_WAIT_MS, MAX_PREFERRED_WAIT_S * 1000) + HANDLER_MARGIN_MS;
}

/** A client that keeps idle connections open thus shuts out others for one attempt only. */
function limitConnections(server: Server, max: number): void {
  server.maxConnections = max;
  server.on('drop', () => server.closeIdleConnections());
}

function serverOptions(settings: ApiSettings): FastifyHttpOptions<Server> {
  return {
    genReqId: ({ headers }) => toRequestId(headers[REQUEST_ID_HEADER]),
    rewriteUrl: ({ url }) => escapeMalformedPercent(url ?? '/'),
    trustProxy: settings.TRUSTED_PROXIES.length === 0 ? false : [...settings.TRUSTED_PROXIES],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: computeHandlerTimeoutMs(settings) + HANDLER_MARGIN_MS,
    // Requests on open connections are served during shutdown, with `connection: close`.
    return503OnClosing: false,
    // Endpoints validate their parameters; the header limit bounds the request line.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // A missing Host is answered with the error envelope by `ServerHooks`.
      requireHostHeader: false,
    },
    clientErrorHandler: onClientError,
    frameworkErrors: answerRouterError,
  };
}

/** Answers a URL that the router refuses: neither hooks nor filters run for it. */
function answerRouterError(thrown: Error, request: FastifyRequest, reply: FastifyReply): void {
  const error = toAppError(thrown);
  const body = JSON.stringify(toEnvelope(error));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    [REQUEST_ID_HEADER]: request.id,
    ...PRIVATE_HEADERS,
    vary: 'Origin',
  };
  reply.raw.writeHead(error.status, headers).end(body);
}
