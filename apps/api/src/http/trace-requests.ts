import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracer } from '@app/observability';

/** Opens a span for every request, as a child of the caller's `traceparent` if there is one. */
export function traceRequests(instance: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  instance.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { traceparent } = request.headers;
    const span = tracer.open({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'presage.request_id': request.id },
    });
    spans.set(request, span);
    span.within(done);
  });
  // The body arrives in socket events outside the span's async context.
  instance.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.within(done);
  });
  instance.addHook('onResponse', (request, { statusCode }, done) => {
    const attributes = { 'http.response.status_code': statusCode };
    spans.get(request)?.end({ failed: statusCode >= 500, attributes });
    done();
  });
}
