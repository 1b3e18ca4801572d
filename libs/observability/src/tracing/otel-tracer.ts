import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as Otel,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { errorFields } from '../error-fields.js';
import { type OpenSpan, type SpanDescription, type SpanKind, Tracer } from './tracer.js';

const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const KINDS = {
  server: OtelKind.SERVER,
  internal: OtelKind.INTERNAL,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
} as const satisfies Record<SpanKind, OtelKind>;

/** Traces by OpenTelemetry. Imported only when somebody wants traces. */
export class OtelTracer extends Tracer {
  readonly isOn = true;
  private readonly current = new AsyncLocalStorage<Span>();
  private readonly provider: TracerProvider;
  private readonly otel: Otel;

  constructor(app: string, exporter: SpanExporter) {
    super();
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': `presage-${app}`, 'service.namespace': 'presage' }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          scheduledDelayMillis: EXPORT_INTERVAL_MS,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ],
    });
    this.otel = this.provider.getTracer('presage');
  }

  /** @param endpoint of the collector, without the path of the signal */
  static exporting(app: string, endpoint: string): OtelTracer {
    const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
    return new OtelTracer(app, new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }));
  }

  override async span<T>(description: SpanDescription, work: () => Promise<T>): Promise<T> {
    const span = this.start(description);
    try {
      return await this.current.run(span, work);
    } catch (error) {
      fail(span, errorFields(error).errorName);
      throw error;
    } finally {
      span.end();
    }
  }

  override open(description: SpanDescription): OpenSpan {
    const span = this.start(description);
    return {
      within: (work) => this.current.run(span, work),
      end: ({ failed, attributes = {} }) => {
        span.setAttributes(attributes);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  override traceparent(): string | null {
    const span = this.current.getStore();
    if (span === undefined) return null;
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  override async close(): Promise<void> {
    await this.provider.shutdown();
  }

  private start({ name, kind, parent, attributes = {} }: SpanDescription): Span {
    return this.otel.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, this.contextOf(parent));
  }

  private contextOf(parent: string | null | undefined): Context {
    const remote = parent === undefined || parent === null ? null : parseTraceparent(parent);
    if (remote !== null) return trace.setSpanContext(ROOT_CONTEXT, remote);
    const span = this.current.getStore();
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  }
}

/** What a caller sent, if it is what the standard says. */
function parseTraceparent(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const sampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  const found = { traceId, spanId, traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true };
  return isSpanContextValid(found) ? found : null;
}

/** What kind of error it was: its words may quote what others sent. */
function fail(span: Span, errorName: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorName);
}
