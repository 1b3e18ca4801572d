import { SpanKind, trace } from '@opentelemetry/api';
import { currentCorrelation } from '../correlation.js';
import type { Logger } from '../logger.js';
import { withSpan } from '../tracing/with-span.js';
import type { LabelsOf, MetricOf } from './metric-catalogue.js';
import type { Metrics } from './metrics.js';

/** Outcome of a call that left the process, as metrics count it. */
export type CallOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout' | 'no_answer' | 'reverted';

export interface UpstreamCall<T> {
  /** Low-cardinality name of the operation. */
  operation: string;
  work: () => Promise<T>;
  classifyError: (error: unknown) => CallOutcome;
  /** Log-safe facts of an error that operators should see; null for an expected one. */
  toCallDetails?: (error: unknown) => CallDetails | null;
}

export type CallDetails = Readonly<Record<string, string | number | null>>;

type CallLabels = LabelsOf<'presage_provider_calls_total'> & LabelsOf<'presage_chain_calls_total'>;
type Upstream = 'provider' | 'chain';

const METRIC_NAMES = {
  provider: { calls: 'presage_provider_calls_total', seconds: 'presage_provider_call_seconds' },
  chain: { calls: 'presage_chain_calls_total', seconds: 'presage_chain_call_seconds' },
} as const satisfies Record<Upstream, { calls: MetricOf<'counter'>; seconds: MetricOf<'histogram'> }>;

/** Counts and times the calls to one upstream, with a span, a debug line, and a warning for unexpected failures. */
export class UpstreamCalls {
  constructor(
    private readonly upstream: Upstream,
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {}

  /** Runs the call's work; returns and throws as it does. */
  record<T>(call: UpstreamCall<T>): Promise<T> {
    if (trace.getActiveSpan() === undefined) return this.measure(call);
    const name = `${this.upstream} ${call.operation}`;
    return withSpan({ name, kind: SpanKind.CLIENT }, () => this.measure(call));
  }

  private async measure<T>({
    operation,
    work,
    classifyError: outcomeOf,
    toCallDetails: factsOf,
  }: UpstreamCall<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      const answer = await work();
      this.report({ operation, outcome: 'ok' }, { startedMs, facts: null });
      return answer;
    } catch (error) {
      this.report({ operation, outcome: outcomeOf(error) }, { startedMs, facts: factsOf?.(error) ?? null });
      throw error;
    }
  }

  private report(labels: CallLabels, { startedMs, facts }: { startedMs: number; facts: CallDetails | null }): void {
    const { calls, seconds } = METRIC_NAMES[this.upstream];
    const durationMs = performance.now() - startedMs;
    this.metrics.count(calls, labels);
    this.metrics.observe(seconds, { operation: labels.operation }, durationMs / 1000);
    const line = { ...labels, durationMs: Math.round(durationMs) };
    if (facts !== null) this.log.warn({ event: `${this.upstream}.call_failed`, ...line, ...facts });
    else if (currentCorrelation() !== undefined) this.log.debug({ event: `${this.upstream}.call`, ...line });
  }
}
