import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { PRODUCT_VERSION } from '@app/config';

const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 2_000;

/** @param endpoint base URL of the collector, without the signal's path */
export function otlpExporter(endpoint: string): SpanExporter {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  return new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
}

/**
 * Registers tracer provider, context manager and propagator of the process.
 * @param ratio exported share of the traces that no caller has sampled, 0 to 1
 * @returns flushes the remaining spans and stops exporting
 */
export function startSdk(app: string, exporter: SpanExporter, ratio = 1): () => Promise<void> {
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `presage-${app}`,
      'service.namespace': 'presage',
      'service.version': PRODUCT_VERSION,
    }),
    // A caller that exports nothing does not keep the service from it. The ratio decides by the trace id, so all processes agree.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentNotSampled: sampler }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EXPORT_INTERVAL_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    for (const api of [trace, propagation, context]) api.disable();
    await provider.shutdown();
  };
}
