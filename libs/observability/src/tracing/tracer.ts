export type SpanKind = 'server' | 'internal' | 'client' | 'producer' | 'consumer';

export interface SpanDescription {
  /** One of few: what is done, without ids. */
  name: string;
  kind: SpanKind;
  /** What it follows from in another process, as a W3C `traceparent`; without one, the span in which it begins. */
  parent?: string | null;
  attributes?: Readonly<Record<string, string | number>>;
}

/** A span around callbacks. */
export interface OpenSpan {
  /** Runs the work, and all that follows from it, inside the span. */
  within(work: () => void): void;
  end(outcome: { failed: boolean; attributes?: Readonly<Record<string, string | number>> }): void;
}

/** Says what belongs together across functions, queues and processes. Names and ids alone, never what was said. */
export abstract class Tracer {
  /** False for the one that traces nothing: work that is only for a trace can be left out. */
  abstract readonly isOn: boolean;

  /** Does the work in a span, and whatever comes of it comes of this. */
  abstract span<T>(description: SpanDescription, work: () => Promise<T>): Promise<T>;

  abstract open(description: SpanDescription): OpenSpan;

  /** The span that we are in, for whoever goes on elsewhere; null outside of one. */
  abstract traceparent(): string | null;

  /** Sends what is left, for a while. */
  abstract close(): Promise<void>;
}

class NoTracer extends Tracer {
  readonly isOn = false;

  override span<T>(_description: SpanDescription, work: () => Promise<T>): Promise<T> {
    return work();
  }

  override open(): OpenSpan {
    return { within: (work) => work(), end: () => undefined };
  }

  override traceparent(): null {
    return null;
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

export const NO_TRACER: Tracer = new NoTracer();
