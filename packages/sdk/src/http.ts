import type { Intent } from './generated/types.js';
import { ActionRefusedError, PresageError } from './presage-error.js';
import { abortReason } from './timer.js';

export interface HttpOptions {
  /** Address of the service, such as `http://127.0.0.1:4000`. */
  readonly baseUrl: string;
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey?: string | undefined;
  /** Replaces the global `fetch`. A PresageError that it throws reaches the caller unchanged. */
  readonly fetch?: typeof fetch | undefined;
}

/** How a request ends without an answer. */
export interface Limits {
  /** Ends the request early; the service may carry it out nevertheless. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum wait for the answer, by default and at most 75 seconds. */
  readonly timeoutMs?: number | undefined;
}

export interface HttpRequest extends Limits {
  readonly method: string;
  /** With parameters in braces, such as `/markets/{id}`. */
  readonly path: string;
  readonly pathParameters?: object | undefined;
  /** Undefined values are left out, and an array repeats its parameter. */
  readonly query?: object | undefined;
  readonly headers?: object | undefined;
  readonly body?: unknown;
}

/** Longer than the longest wait that a request can ask the service for. */
const REQUEST_TIMEOUT_MS = 75_000;

/** Sends single requests. */
export class Http {
  private readonly options: HttpOptions;

  constructor(options: HttpOptions) {
    this.options = { ...options }; // of a caller without types perhaps none, which the first request reports
  }

  /**
   * Sends one request.
   * @returns the parsed JSON, or the text of another content type
   * @throws PresageError for any other answer than 2xx, without an answer, and for a value that no request can carry
   */
  async send(request: HttpRequest): Promise<unknown> {
    request.signal?.throwIfAborted();
    const { status, headers, text } = await this.exchange(request);
    const body = parse(text);
    if (status >= 200 && status < 300) {
      if (!(headers.get('content-type') ?? '').includes('json')) return text;
      if (body !== undefined) return body;
      throw new PresageError({ code: 'unexpected_answer', message: 'The answer is not JSON.', status });
    }
    throw toPresageError({ status, headers, body });
  }

  private async exchange(request: HttpRequest): Promise<{ status: number; headers: Headers; text: string }> {
    const { baseUrl, fetch: send = fetch } = this.options;
    const url = `${normalizeBase(baseUrl)}${buildUrl(request)}`;
    const timeout = new AbortController();
    const abort = (): void => timeout.abort();
    const timer = setTimeout(abort, Math.min(request.timeoutMs ?? REQUEST_TIMEOUT_MS, REQUEST_TIMEOUT_MS));
    request.signal?.addEventListener('abort', abort, { once: true });
    try {
      // A followed redirect would turn a POST into a GET.
      const response = await send(url, { ...this.toRequestInit(request), redirect: 'manual', signal: timeout.signal });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (cause) {
      if (request.signal?.aborted === true) throw abortReason(request.signal);
      if (cause instanceof PresageError) throw cause; // of the caller's fetch, or an argument
      const message = `The service at ${baseUrl} did not answer.`;
      throw new PresageError({ code: 'no_answer', message, status: null, cause });
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', abort);
    }
  }

  private toRequestInit({ method, headers = {}, body }: HttpRequest): RequestInit {
    const { apiKey } = this.options;
    const texts = definedTexts({ apiKey, ...headers });
    for (const [name, text] of texts) carried(name, () => new Headers([[name, text]]));
    return {
      method,
      headers: {
        accept: 'application/json',
        // Misspelt fields are refused: an ignored limit would not protect.
        ...(body === undefined ? {} : { 'content-type': 'application/json', prefer: 'handling=strict' }),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...Object.fromEntries(definedTexts(headers)),
      },
      ...(body === undefined ? {} : { body: carried('body', () => JSON.stringify(body)) }),
    };
  }
}

/** @throws PresageError argument_invalid for an address that `fetch` cannot send to */
function normalizeBase(baseUrl: string): string {
  const { protocol, username, password } = URL.canParse(baseUrl) ? new URL(baseUrl) : { protocol: '' };
  if (/^https?:$/.test(protocol) && !username && !password) return baseUrl.replace(/\/+$/, '');
  throw invalid('baseUrl', 'it must be an address such as http://127.0.0.1:4000, without a user.');
}

function buildUrl({ path, pathParameters = {}, query = {} }: HttpRequest): string {
  const values = new Map(definedTexts(pathParameters));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, values.get(name) ?? ''));
  const texts = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => definedTexts({ [name]: each })),
  );
  for (const [name, text] of texts) encode(name, text); // URLSearchParams would replace half of a surrogate pair
  const search = new URLSearchParams(texts).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** `fetch` removes dot segments, encoded or not: the request would reach another route. */
function encodeSegment(name: string, text: string): string {
  if (!['', '.', '..'].includes(text)) return encode(name, text);
  throw invalid(name, 'it must not be empty, "." or "..".');
}

function encode(name: string, text: string): string {
  return carried(name, () => encodeURIComponent(text));
}

/** @throws PresageError argument_invalid when `build` throws */
function carried<T>(name: string, build: () => T): T {
  try {
    return build();
  } catch {
    // Names no cause: it quotes the value, which may be a key.
    throw invalid(name, 'it has characters that no request can carry.');
  }
}

/** Failure of a call that has an argument that cannot be used, before anything was sent. Its `error` names the argument. */
export function invalid(argument: string, problem: string): PresageError {
  const message = `Change ${argument}: ${problem} Nothing was sent.`;
  return new PresageError({ code: 'argument_invalid', message, status: null, error: { argument } });
}

function definedTexts(record: object): [string, string][] {
  return Object.entries(record).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON
  }
}

function toPresageError({ status, headers, body }: { status: number; headers: Headers; body: unknown }): PresageError {
  if (status < 400) {
    const message = 'Change baseUrl: the service redirects.';
    const error = { argument: 'baseUrl' };
    return new PresageError({ code: 'argument_invalid', message, status: status || null, error }); // 0 in a browser
  }
  const error = toFields(toFields(body).error);
  const { code, message } = error;
  const seconds = headers.get('retry-after') ?? '';
  const retryAfterMs = /^\d+$/.test(seconds) ? Number(seconds) * 1000 : null;
  if (typeof code === 'string') {
    const text = typeof message === 'string' ? message : code;
    const fields = { code, message: text, status, retryAfterMs, error };
    return isIntent(error.intent) ? new ActionRefusedError(fields, error.intent) : new PresageError(fields);
  }
  const text = `The service answered ${status} without an error code.`;
  return new PresageError({ code: 'unexpected_answer', message: text, status, retryAfterMs });
}

/** Only a refusal has an intent. */
function isIntent(value: unknown): value is Intent {
  return typeof value === 'object' && value !== null && 'validation_result' in value;
}

export function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
