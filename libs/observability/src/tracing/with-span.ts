import { type Context, context, propagation, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { currentCorrelation } from '../correlation.js';
import { errorFields } from '../error-fields.js';

export const TRACER_NAME = 'presage';

export interface TracedWork extends SpanOptions {
  /** Low-cardinality span name, without ids. */
  name: string;
  /** W3C `traceparent` of the span to continue. Absent, null or malformed: the active span is the parent. */
  traceparent?: string | null;
}

/**
 * Runs `work` in a new span, with the request id of the current work; spans opened inside become its children. A failure sets the span's status and `error.type`,
 * without the message, which may quote upstream content. Without an SDK only `work` runs.
 */
export function withSpan<T>({ name, traceparent, ...options }: TracedWork, work: () => Promise<T>): Promise<T> {
  const tracer = trace.getTracer(TRACER_NAME);
  return tracer.startActiveSpan(name, options, parseContext(traceparent), async (span) => {
    const requestId = currentCorrelation()?.requestId;
    if (requestId !== undefined) span.setAttribute('presage.request_id', requestId);
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', errorFields(error).errorName);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Active context, with the span named by a W3C `traceparent` as parent when there is a valid one. */
export function parseContext(traceparent: string | null | undefined): Context {
  const active = context.active();
  return traceparent === undefined || traceparent === null ? active : propagation.extract(active, { traceparent });
}

/** W3C `traceparent` of the active span; null outside of a span and without an SDK. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}
