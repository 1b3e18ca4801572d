import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import type { Logger, Metrics } from '@app/observability';
import { envelopeOf } from '../errors/envelope.js';
import { toAppError } from '../errors/to-app-error.js';
import { BODY_LIMIT_BYTES, installBodyParser } from './body-parser.js';
import { Cors } from './cors.js';
import type { InFlight } from './in-flight.js';
import { RawErrors } from './raw-errors.js';
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.js';
import { RequestHooks } from './request-hooks.js';
import { RouteTable } from './route-table.js';
import { traceRequests } from './trace-requests.js';
import { escapeMalformedPercent } from './url.js';

/** A whole request, body included, must have arrived by then, however slowly its bytes come. */
const REQUEST_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 5_000;
const TIMEOUT_CHECK_INTERVAL_MS = 1_000;
const RETRY_AFTER_S = '1';
const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';
const MAX_HEADER_BYTES = 16 * 1024;
/** The longest wait that a caller can ask of an execute, in `Prefer: wait`. */
const MAX_WAIT_MS = 60_000;
/** What a handler needs besides the wait it was asked for. */
const MARGIN_MS = 15_000;

export interface AdapterOptions {
  settings: ApiSettings;
  log: Logger;
  metrics: Metrics;
  inFlight: InFlight;
}

/** The HTTP server: its limits, its deadlines, and the answers that no route gives. */
export function createAdapter({ settings, log, metrics, inFlight }: AdapterOptions): FastifyAdapter {
  const requestIds = new WeakMap<Duplex, string>();
  const rawErrors = new RawErrors(requestIds);
  const adapter = new FastifyAdapter({ ...serverOptions(settings, rawErrors), skipMiddie: true });
  const routes = watchRoutes(adapter);
  const hooks = new RequestHooks({ cors: Cors.of(settings), inFlight, log, metrics, requestIds, routes });
  metrics.onScrape(() => metrics.set('presage_http_requests_in_flight', {}, inFlight.count));
  adapter.setOnRequestHook(hooks.onRequest);
  adapter.setOnResponseHook(hooks.onResponse);
  inFlight.onClientDisconnect(hooks.onClientDisconnect);
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) traceRequests(adapter.getInstance<FastifyInstance>());
  installBodyParser(adapter.getInstance<FastifyInstance>());
  inFlight.giveUpAfter(deadlineMsOf(settings), (reply) => {
    void reply.send(new AppError('overloaded', { headers: { 'retry-after': RETRY_AFTER_S } }));
  });
  rawErrors.watch(adapter.getInstance<FastifyInstance>().server);
  return adapter;
}

function serverOptions(settings: ApiSettings, rawErrors: RawErrors): FastifyHttpOptions<Server> {
  return {
    genReqId: ({ headers }) => requestIdOf(headers[REQUEST_ID_HEADER]),
    rewriteUrl: ({ url }) => escapeMalformedPercent(url ?? '/'),
    trustProxy: settings.TRUSTED_PROXIES.length === 0 ? false : [...settings.TRUSTED_PROXIES],
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: deadlineMsOf(settings) + MARGIN_MS,
    // Requests that arrive on open connections while the process ends are served, and told to go elsewhere next.
    return503OnClosing: false,
    // The endpoints judge their parameters; nothing longer than this can arrive in a request line.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // A missing Host is answered in our own words.
      requireHostHeader: false,
    },
    clientErrorHandler: rawErrors.onClientError,
    // What the router refuses runs no hook and no filter.
    frameworkErrors: (thrown, request, reply) => {
      const error = toAppError(thrown);
      const body = JSON.stringify(envelopeOf(error));
      const headers = {
        'content-type': JSON_CONTENT_TYPE,
        'content-length': Buffer.byteLength(body),
        [REQUEST_ID_HEADER]: request.id,
        vary: 'Origin',
      };
      reply.raw.writeHead(error.status, headers).end(body);
    },
  };
}

/** No request takes longer: every wait below is bounded by less. */
function deadlineMsOf({ EXECUTE_WAIT_MS, PROVIDER_WAIT_MS }: ApiSettings): number {
  return Math.max(EXECUTE_WAIT_MS, PROVIDER_WAIT_MS, MAX_WAIT_MS) + MARGIN_MS;
}

function watchRoutes(adapter: FastifyAdapter): RouteTable {
  const routes = new RouteTable();
  routes.watch(adapter.getInstance<FastifyInstance>());
  return routes;
}
