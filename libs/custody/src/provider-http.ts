import { type ProviderFailure, ProviderError } from '@app/engine';
import { isUuid, type Secret } from '@app/common';
import { type CallFacts, type CallOutcome, type CallWatch, currentCorrelation, UNWATCHED } from '@app/observability';

export interface ProviderHttpOptions {
  baseUrl: string;
  apiKey: Secret;
  timeoutMs: number;
  /** Told of every call. */
  calls?: CallWatch;
}

export interface ProviderCall {
  /** Our name for it, in logs and metrics. */
  operation: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

export interface ProviderAnswer {
  /** The envelope's `data`, unparsed; undefined on 204. */
  data: unknown;
  nextPath: string | null;
}

/** One call, one deadline, no retry. Whatever goes wrong comes out as a ProviderError without a word of upstream's. */
export class ProviderHttp {
  constructor(private readonly options: ProviderHttpOptions) {}

  call(call: ProviderCall): Promise<ProviderAnswer> {
    const { calls = UNWATCHED } = this.options;
    return calls.watch({ operation: call.operation, work: () => this.send(call), outcomeOf, factsOf });
  }

  private async send({ operation, method, path, body }: ProviderCall): Promise<ProviderAnswer> {
    const { baseUrl, apiKey, timeoutMs } = this.options;
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(path.replace(/^\//, ''), withSlash(baseUrl)), {
        method,
        headers: {
          authorization: `Bearer ${apiKey.reveal()}`,
          ...requestIdHeader(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      throw new ProviderError(operation, { kind: 'no_answer', reason: isTimeout(error) ? 'timeout' : 'connection' });
    }
    if (!response.ok) throw new ProviderError(operation, refusal(response, text));
    if (response.status === 204) return { data: undefined, nextPath: null };
    const { data } = record(parse(text));
    if (data === undefined) throw new ProviderError(operation, { kind: 'no_answer', reason: 'unreadable' });
    return { data, nextPath: nextPathOf(response.headers.get('link')) };
  }
}

/** By its name alone: what a signal aborts with is made by the runtime, outside of whatever context this runs in. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
}

/** The provider keeps ids of this form alone; with it, its support can find what ours asks about. */
function requestIdHeader(): Record<string, string> {
  const requestId = currentCorrelation()?.requestId;
  return isUuid(requestId) ? { 'x-request-id': requestId } : {};
}

function outcomeOf(error: unknown): CallOutcome {
  if (!(error instanceof ProviderError)) return 'failed';
  const { failure } = error;
  if (failure.kind === 'no_answer') return failure.reason === 'timeout' ? 'timeout' : 'no_answer';
  if (failure.httpStatus === 429) return 'limited';
  return failure.httpStatus >= 500 ? 'failed' : 'refused';
}

/** That the provider does not know what it is asked about is an answer like others. */
function factsOf(error: unknown): CallFacts | null {
  if (!(error instanceof ProviderError)) return null;
  const { failure } = error;
  if (failure.kind === 'no_answer') return { reason: failure.reason };
  const { httpStatus, providerCode } = failure;
  return httpStatus === 404 ? null : { httpStatus, providerCode };
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}

function refusal(response: Response, text: string): ProviderFailure {
  const { code } = record(parse(text));
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'answer',
    httpStatus: response.status,
    providerCode: typeof code === 'number' ? code : null,
    retryAfterMs: Number.isFinite(retryAfterS) ? Math.min(60_000, retryAfterS * 1000) : null,
  };
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // A cut or foreign answer: its callers see that nothing is in it.
    return undefined;
  }
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The path and query of the `next` link, if there is one. */
function nextPathOf(link: string | null): string | null {
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(link ?? '')?.[1];
  if (next === undefined) return null;
  const url = new URL(next, 'http://provider.invalid');
  return url.pathname + url.search;
}
