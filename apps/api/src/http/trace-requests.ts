import { type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseContext, TRACER_NAME } from '@app/observability';
import { PROBE_ROUTES } from '../health/probe-routes.js';

/** Opens a span for every request but probes, as a child of the caller's `traceparent` if there is one. */
export function traceRequests(instance: FastifyInstance): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  instance.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (PROBE_ROUTES.has(route)) {
      done();
      return;
    }
    const { traceparent } = request.headers;
    const parent = parseContext(typeof traceparent === 'string' ? traceparent : null);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'presage.request_id': request.id,
    };
    const options = { kind: SpanKind.SERVER, attributes };
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
