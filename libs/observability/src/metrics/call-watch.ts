import type { MetricOf, LabelsOf } from './metric-catalogue.js';
import type { Metrics } from './metrics.js';

/** How a call that left the process ended, in the few words that metrics have for it. */
export type CallOutcome = 'ok' | 'refused' | 'limited' | 'failed' | 'timeout' | 'no_answer' | 'reverted';

export interface WatchedCall<T> {
  /** Our name for what is called; one of few. */
  operation: string;
  work: () => Promise<T>;
  /** What kind of failure an error is. */
  outcomeOf: (error: unknown) => CallOutcome;
}

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

/** Counts and times calls. */
export class MeasuredCalls implements CallWatch {
  constructor(
    private readonly neighbour: Neighbour,
    private readonly metrics: Metrics,
  ) {}

  async watch<T>({ operation, work, outcomeOf }: WatchedCall<T>): Promise<T> {
    const startedMs = performance.now();
    try {
      const answer = await work();
      this.note({ operation, outcome: 'ok' }, startedMs);
      return answer;
    } catch (error) {
      this.note({ operation, outcome: outcomeOf(error) }, startedMs);
      throw error;
    }
  }

  private note(labels: CallLabels, startedMs: number): void {
    const { calls, seconds } = NAMES[this.neighbour];
    this.metrics.count(calls, labels);
    this.metrics.observe(seconds, { operation: labels.operation }, (performance.now() - startedMs) / 1000);
  }
}
