import { OPERATIONS, type OperationName, type Operations } from './generated/operations.js';
import { Http, invalid, type HttpOptions, type HttpRequest, type Limits } from './http.js';
import { PresageError } from './presage-error.js';
import { SYSTEM_TIMER, type Timer } from './timer.js';

type RequestFields<N extends OperationName> = Omit<Operations[N]['data'], 'url'> & Limits;

/** Parameters of an operation: `path`, `query`, `headers` and `body`. Optional if all of them are. */
export type RequestOf<N extends OperationName> =
  Record<never, never> extends RequestFields<N> ? [RequestFields<N>?] : [RequestFields<N>];
/** Body of a successful response. */
export type AnswerOf<N extends OperationName> = Operations[N]['answer'];

export type AnyRequest = Omit<HttpRequest, 'method' | 'path' | 'pathParameters'> & {
  readonly path?: object | undefined;
};

export interface Bounds {
  /** Time of `Timer.nowMs` after which a failure is not repeated. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** W3C `traceparent` of all requests. */
  readonly traceparent?: string | undefined;
}

const MIN_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
/** Time after the deadline in which the last request may still be answered. */
const LAST_ANSWER_MS = 5_000;

/** Calls operations by their id in the OpenAPI document. */
export class Api {
  readonly http: Http;
  /** Addresses of agents' wallets, which never change. */
  readonly addresses = new Map<string, string>();

  constructor(
    options: HttpOptions,
    readonly timer: Timer = SYSTEM_TIMER,
  ) {
    this.http = new Http(options);
  }

  /** Sends one request. @throws PresageError */
  request<N extends OperationName>(operation: N, ...parts: RequestOf<N>): Promise<AnswerOf<N>>;
  request(operation: OperationName, parts?: AnyRequest): Promise<unknown> {
    return this.send(operation, parts);
  }

  /** Sends one request of an operation that is not known at compile time. @throws PresageError */
  async send(operation: OperationName, { path, ...parts }: AnyRequest = {}): Promise<unknown> {
    if (!Object.hasOwn(OPERATIONS, operation)) {
      throw invalid('operation', `${operation} is no operation id of /openapi.json, such as createIntent.`);
    }
    const { method, path: template, ...more } = OPERATIONS[operation];
    if ('hasBody' in more && parts.body === undefined) throw invalid('body', `${operation} needs one.`);
    return this.http.send({ method, path: template, pathParameters: path, ...parts });
  }

  /**
   * Repeats a call whose repeat has no second effect until it is answered, refused or out of time.
   * @throws PresageError the refusal, or the last failure
   */
  async repeat<T>(call: (limits: Limits) => Promise<T>, bounds: Bounds): Promise<T> {
    for (const pauses = new Pauses(); ;) {
      try {
        const answer = await call(this.toLimits(bounds));
        if (typeof answer === 'object') return answer;
        // Of another server at this address.
        throw new PresageError({ code: 'unexpected_answer', message: 'The answer is not JSON.', status: 200 });
      } catch (error) {
        if (!(error instanceof PresageError) || !error.isTransient) throw error;
        const pauseMs = Math.max(pauses.nextMs(), error.retryAfterMs ?? 0);
        if (this.timer.nowMs() + pauseMs >= bounds.deadlineMs) throw error;
        await this.timer.sleep(pauseMs, bounds.signal);
      }
    }
  }

  /** Limits of the next request. */
  toLimits({ deadlineMs, signal, traceparent }: Bounds): Limits {
    return { signal, traceparent, timeoutMs: Math.max(0, deadlineMs - this.timer.nowMs()) + LAST_ANSWER_MS };
  }
}

/** Growing pauses with jitter. */
export class Pauses {
  private currentMs = MIN_PAUSE_MS;

  nextMs(): number {
    const pauseMs = this.currentMs * (0.5 + Math.random() / 2);
    this.currentMs = Math.min(this.currentMs * 1.6, MAX_PAUSE_MS);
    return pauseMs;
  }
}
