import { NO_TRACER, type Tracer } from './tracer.js';

export interface TracerOptions {
  /** The process, such as `api`. */
  app: string;
  /** Where a collector takes OTLP over HTTP, such as `http://127.0.0.1:4318`; undefined traces nothing. */
  endpoint: string | undefined;
}

/** Without an endpoint not even the code is loaded. */
export async function openTracer({ app, endpoint }: TracerOptions): Promise<Tracer> {
  if (endpoint === undefined) return NO_TRACER;
  const { OtelTracer } = await import('./otel-tracer.js');
  return OtelTracer.exporting(app, endpoint);
}
