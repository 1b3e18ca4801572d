export interface TracingOptions {
  /** Process name, such as `api`. */
  app: string;
  /** Base URL of an OTLP/HTTP collector, such as `http://127.0.0.1:4318`; undefined disables tracing. */
  endpoint: string | undefined;
}

/** Flushes the remaining spans and stops exporting. */
export type StopTracing = () => Promise<void>;

/** Registers the OpenTelemetry SDK. Without an endpoint the SDK's code is not even loaded. */
export async function startTracing({ app, endpoint }: TracingOptions): Promise<StopTracing> {
  if (endpoint === undefined) return () => Promise.resolve();
  const { otlpExporter, startSdk } = await import('./otel-sdk.js');
  return startSdk(app, otlpExporter(endpoint));
}
