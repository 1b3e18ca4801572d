import { type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiSettings } from '@app/config';
import { parseContext, TRACER_NAME } from '@app/observability';
import { PROBE_ROUTES } from '../health/probe-routes.js';

type TraceTrust = Pick<ApiSettings, 'TRUST_TRACEPARENT'>;

/**
 * Opens a span for every request but probes. It continues the trace of the request's `traceparent` if callers are trusted.
 * Otherwise it begins a trace that links to it: an untrusted parent could force every request to be exported.
 */
export function traceRequests(instance: FastifyInstance, { TRUST_TRACEPARENT }: TraceTrust): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  instance.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (PROBE_ROUTES.has(route)) {
      done();
      return;
    }
    const { traceparent } = request.headers;
    const caller = parseContext(typeof traceparent === 'string' ? traceparent : null);
    const named = trace.getSpanContext(caller);
    const parent = TRUST_TRACEPARENT ? caller : context.active();
    const links = TRUST_TRACEPARENT || named === undefined ? [] : [{ context: named }];
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'presage.request_id': request.id,
    };
    const options = { kind: SpanKind.SERVER, attributes, links };
    const span = trace.getTracer(TRACER_NAME).startSpan(`${request.method} ${route}`, options, parent);
    const active = trace.setSpan(parent, span);
    contexts.set(request, active);
    context.with(active, done);
  });
  // The body arrives in socket events outside the span's async context.
  instance.addHook('preValidation', (request, _reply, done) => {
    context.with(contexts.get(request) ?? context.active(), done);
  });
  instance.addHook('onResponse', (request, { statusCode }, done) => {
    const active = contexts.get(request);
    const span = active === undefined ? undefined : trace.getSpan(active);
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}
