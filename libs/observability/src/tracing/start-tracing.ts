import type { ApiSettings } from '@app/config';

/** Collector and sampler. Without a collector nothing is traced. */
export type TraceSettings = Pick<
  ApiSettings,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** Flushes the remaining spans and stops exporting. */
export type StopTracing = () => Promise<void>;

/**
 * Registers the OpenTelemetry SDK. Without an endpoint the SDK's code is not even loaded.
 * @param app process name, such as `api`
 */
export async function startTracing(app: string, settings?: TraceSettings): Promise<StopTracing> {
  const endpoint = settings?.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (settings === undefined || endpoint === undefined) return () => Promise.resolve();
  const { otlpExporter, startSdk } = await import('./otel-sdk.js');
  const isSampled = settings.OTEL_TRACES_SAMPLER === 'parentbased_traceidratio';
  return startSdk(app, otlpExporter(endpoint), isSampled ? Number(settings.OTEL_TRACES_SAMPLER_ARG) : 1);
}
