import { type HttpResponse, isRecord, isUuid, type Secret, sendHttpRequest } from '@app/common';
import { ProviderError, type ProviderFailure } from '@app/engine';
import {
  type CallDetails,
  type CallOutcome,
  currentCorrelation,
  currentTraceparent,
  type UpstreamCalls,
} from '@app/observability';
import { type HttpFailure, toProviderFailure } from './classify-answer.js';

export interface ProviderHttpOptions {
  baseUrl: string;
  apiKey: Secret;
  /** Longest time that one call takes. */
  timeoutMs: number;
  calls?: UpstreamCalls;
}

export interface ProviderCall {
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

const MAX_RETRY_AFTER_MS = 60_000;

/**
 * HTTP calls without retries. Every failure is a ProviderError without upstream text. While the provider limits reads, reads
 * fail without a call until its Retry-After has passed.
 */
export class ProviderHttp {
  /** Last refusal of a read with a Retry-After, and the time in ms at which reads are sent again. */
  private readLimit: { failure: ProviderFailure; endsAtMs: number } | null = null;

  constructor(private readonly options: ProviderHttpOptions) {}

  call(call: ProviderCall): Promise<ProviderAnswer> {
    const { calls } = this.options;
    const work = (): Promise<ProviderAnswer> => this.send(call);
    return calls === undefined
      ? work()
      : calls.record({ operation: call.operation, work, classifyError, toCallDetails });
  }

  read(operation: string, path: string): Promise<ProviderAnswer> {
    return this.call({ operation, method: 'GET', path });
  }

  private async send({ operation, method, path, body }: ProviderCall): Promise<ProviderAnswer> {
    const { baseUrl, apiKey, timeoutMs } = this.options;
    if (method === 'GET') this.checkReadLimit(operation);
    const headers = { authorization: `Bearer ${apiKey.reveal()}`, ...correlationHeaders() };
    const signal = AbortSignal.timeout(timeoutMs);
    let response: HttpResponse;
    try {
      const url = new URL(path.replace(/^\//, ''), baseUrl.replace(/\/?$/, '/'));
      response = await sendHttpRequest(url, { method, headers, body: body && JSON.stringify(body), signal });
    } catch {
      throw noAnswer(operation, signal.aborted ? 'timeout' : 'connection');
    }
    const { status, text } = response;
    if (status < 200 || status > 299) {
      const failure = toProviderFailure(toHttpFailure(response));
      if (method === 'GET' && status === 429) this.noteReadLimit(failure);
      throw new ProviderError(operation, failure);
    }
    if (status === 204) return { data: undefined, nextPath: null };
    const { data } = recordOrEmpty(parseJson(text));
    if (data === undefined) throw noAnswer(operation, 'unreadable');
    return { data, nextPath: parseNextPath(operation, response.headers['link']) };
  }

  private noteReadLimit(failure: ProviderFailure): void {
    if (failure.retryAfterMs === 0) return;
    this.readLimit = { failure, endsAtMs: performance.now() + failure.retryAfterMs };
  }

  private checkReadLimit(operation: string): void {
    if (this.readLimit === null) return;
    const { failure, endsAtMs } = this.readLimit;
    const retryAfterMs = Math.ceil(endsAtMs - performance.now());
    if (retryAfterMs > 0) throw new ProviderError(operation, { ...failure, retryAfterMs });
    this.readLimit = null;
  }
}

/** Passes trace and request id on, for the provider's support. It accepts only UUIDs as request ids. */
function correlationHeaders(): Record<string, string> {
  const requestId = currentCorrelation()?.requestId;
  const traceparent = currentTraceparent();
  return {
    ...(isUuid(requestId) && { 'x-request-id': requestId }),
    ...(traceparent !== null && { traceparent }),
  };
}

function classifyError(error: unknown): CallOutcome {
  if (!(error instanceof ProviderError)) return 'failed';
  const { noAnswer: reason, httpStatus } = error.failure.facts;
  if (typeof httpStatus !== 'number') return reason === 'timeout' ? 'timeout' : 'no_answer';
  if (httpStatus === 429) return 'limited';
  return httpStatus >= 500 ? 'failed' : 'refused';
}

/** Null for 404, which is an expected answer. */
function toCallDetails(error: unknown): CallDetails | null {
  if (!(error instanceof ProviderError)) return null;
  const { noAnswer: reason, ...answer } = error.failure.facts;
  if (reason !== undefined) return { reason };
  return answer['httpStatus'] === 404 ? null : answer;
}

/** The call may have reached the provider. */
export function noAnswer(operation: string, reason: 'timeout' | 'connection' | 'unreadable'): ProviderError {
  return new ProviderError(operation, toProviderFailure({ kind: 'no_answer', reason }));
}

function toHttpFailure({ status, headers, text }: HttpResponse): HttpFailure {
  const { code } = recordOrEmpty(parseJson(text));
  const retryAfterS = Number(headers['retry-after'] ?? Number.NaN);
  return {
    kind: 'answer',
    httpStatus: status,
    providerCode: typeof code === 'number' ? code : null,
    retryAfterMs: Number.isFinite(retryAfterS) ? Math.min(MAX_RETRY_AFTER_MS, retryAfterS * 1000) : null,
  };
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined; // truncated or not JSON: callers find no fields in it
  }
}

/** Fields of an object; none for any other value. */
export function recordOrEmpty(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Path and query of the `next` link; null without one. An unreadable one is no end of the list. */
function parseNextPath(operation: string, link: string | string[] | undefined): string | null {
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(String(link ?? ''))?.[1];
  if (next === undefined) return null;
  const base = 'http://provider.invalid';
  if (!URL.canParse(next, base)) throw noAnswer(operation, 'unreadable');
  const url = new URL(next, base);
  return url.pathname + url.search;
}
