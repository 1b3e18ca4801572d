import { currentCorrelation } from '../correlation.js';
import type { Logger } from '../logger.js';
import type { MetricOf, LabelsOf } from './metric-catalogue.js';
import type { Metrics } from './metrics.js';
import type { Tracer } from '../tracing/tracer.js';

/** How a call that left the process ended, in the few words that metrics have for it. */
export type CallOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout' | 'no_answer' | 'reverted';

export interface WatchedCall<T> {
  /** Our name for what is called; one of few. */
  operation: string;
  work: () => Promise<T>;
  /** What kind of failure an error is. */
  outcomeOf: (error: unknown) => CallOutcome;
  /** What an operator should read of a failure, in facts of ours; null for one that is no news. */
  factsOf?: (error: unknown) => CallFacts | null;
}

export type CallFacts = Readonly<Record<string, string | number | null>>;

/** Watches the calls to one neighbour of the process. */
export interface CallWatch {
  /** Does the work, and whatever comes of it comes of this. */
  watch<T>(call: WatchedCall<T>): Promise<T>;
}

export const UNWATCHED: CallWatch = { watch: ({ work }) => work() };

type CallLabels = LabelsOf<'presage_provider_calls_total'> & LabelsOf<'presage_chain_calls_total'>;
type Neighbour = 'provider' | 'chain';

const NAMES = {
  provider: { calls: 'presage_provider_calls_total', seconds: 'presage_provider_call_seconds' },
  chain: { calls: 'presage_chain_calls_total', seconds: 'presage_chain_call_seconds' },
} as const satisfies Record<Neighbour, { calls: MetricOf<'counter'>; seconds: MetricOf<'histogram'> }>;

export interface MeasuredCallsParts {
  metrics: Metrics;
  tracer: Tracer;
  log: Logger;
}

/**
 * Counts and times calls; traces those that are part of a trace, and logs those that are done for somebody, and failures
 * that an operator should know of.
 */
export class MeasuredCalls implements CallWatch {
  constructor(
    private readonly neighbour: Neighbour,
    private readonly parts: MeasuredCallsParts,
  ) {}

  watch<T>(call: WatchedCall<T>): Promise<T> {
    const { tracer } = this.parts;
    if (tracer.traceparent() === null) return this.measure(call);
    const name = `${this.neighbour} ${call.operation}`;
    return tracer.span({ name, kind: 'client' }, () => this.measure(call));
  }

  private async measure<T>({ operation, work, outcomeOf, factsOf }: WatchedCall<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      const answer = await work();
      this.note({ operation, outcome: 'ok' }, { startedMs, facts: null });
      return answer;
    } catch (error) {
      this.note({ operation, outcome: outcomeOf(error) }, { startedMs, facts: factsOf?.(error) ?? null });
      throw error;
    }
  }

  private note(labels: CallLabels, { startedMs, facts }: { startedMs: number; facts: CallFacts | null }): void {
    const { metrics, log } = this.parts;
    const { calls, seconds } = NAMES[this.neighbour];
    const tookMs = performance.now() - startedMs;
    metrics.count(calls, labels);
    metrics.observe(seconds, { operation: labels.operation }, tookMs / 1000);
    const line = { ...labels, durationMs: Math.round(tookMs) };
    if (facts !== null) log.warn({ event: `${this.neighbour}.call_failed`, ...line, ...facts });
    else if (currentCorrelation() !== undefined) log.debug({ event: `${this.neighbour}.call`, ...line });
  }
}
