import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { backoffMs } from './backoff.js';
import { sendHttpRequest } from './http-request.js';
import { isRecord } from './is-record.js';

/** Time for which calls are collected before they are sent as one batch. */
const BATCH_WINDOW_MS = 2;
const MAX_BATCH_CALLS = 100;
const TOO_MANY_REQUESTS = 429;
/** EIP-1474 code of a reverted call, also sent by nodes that omit the revert data. */
export const EXECUTION_REVERTED = 3;
const MIN_ERROR_STATUS = 400;
/** Wait before a request that was rate limited is repeated. */
const RETRY_BACKOFF = { baseMs: 250, maxMs: 4_000 };
/** Reads that several callers make at the same time. They answer equal calls of one batch alike. */
const READ = /^eth_(?:call|getBalance|getBlockByNumber)$/;

/** The node refused the call with an error. */
export class JsonRpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
    this.name = 'JsonRpcError';
  }
}

/** Why there was no usable response: nothing came, nothing came in time, an HTTP error, or a body that is not JSON-RPC. */
export type JsonRpcFailure = 'connection' | 'timeout' | `http ${number}` | 'unreadable';

/** No usable response: whether the node acted on the call is unknown. */
export class JsonRpcUnavailableError extends Error {
  constructor(
    cause: unknown,
    readonly reason: JsonRpcFailure = 'unreadable',
  ) {
    super('the JSON-RPC node gave no usable response', { cause });
    this.name = 'JsonRpcUnavailableError';
  }
}

interface Call {
  method: string;
  params: readonly unknown[];
}

/**
 * JSON-RPC over HTTP. Calls made close together share a batch, and equal reads of a batch are sent once. Nothing is retried
 * but HTTP 429, within the timeout.
 */
export class JsonRpcClient {
  private readonly calls: DataLoader<Call, unknown>;
  private readonly url: URL;
  private readonly timeoutMs: number;

  /** @param url may contain credentials, which are sent as basic authentication */
  constructor({ url, timeoutMs }: { url: string; timeoutMs: number }) {
    this.url = new URL(url);
    this.timeoutMs = timeoutMs;
    this.calls = new DataLoader((calls) => this.post(calls), {
      cache: false,
      maxBatchSize: MAX_BATCH_CALLS,
      batchScheduleFn: (post) => setTimeout(post, BATCH_WINDOW_MS),
    });
  }

  /** @throws JsonRpcError when the node refuses @throws JsonRpcUnavailableError without a usable response in time */
  send(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.calls.load({ method, params });
  }

  private async post(calls: readonly Call[]): Promise<unknown[]> {
    const { ids, texts } = encodeBatch(calls);
    const { status, text } = await this.postText(texts.length === 1 ? `${texts[0]}` : `[${texts.join(',')}]`);
    const failure = status < MIN_ERROR_STATUS ? 'unreadable' : (`http ${status}` as const);
    const responses = parseResponses(text, failure);
    const byId = new Map(responses.filter(isRecord).map((response) => [response['id'], response]));
    return ids.map((id) => parseResult(byId.get(id), failure));
  }

  /** Returns the answer, whatever its status but 429. @throws JsonRpcUnavailableError */
  private async postText(body: string): Promise<{ status: number; text: string }> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.timeoutMs);
    const { signal } = timeout;
    try {
      for (let tries = 0; ; tries += 1) {
        const { status, text } = await sendHttpRequest(this.url, { method: 'POST', headers: {}, body, signal });
        if (status !== TOO_MANY_REQUESTS) return { status, text };
        await delay(backoffMs(tries, RETRY_BACKOFF, Math.random), undefined, { signal }).catch((error: unknown) => {
          throw new JsonRpcUnavailableError(error, `http ${status}`);
        });
      }
    } catch (error) {
      if (error instanceof JsonRpcUnavailableError) throw error;
      throw new JsonRpcUnavailableError(error, signal.aborted ? 'timeout' : 'connection');
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Batch {
  readonly ids: readonly number[];
  readonly texts: readonly string[];
}

/** Sends equal reads once, at the position of the last, to preserve call order. */
function encodeBatch(calls: readonly Call[]): Batch {
  const requests = new Map<string, { id: number; text: string }>();
  const ids = calls.map(({ method, params }, index) => {
    const text = `"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}`;
    const key = READ.test(method) ? text : `${index} ${text}`;
    const id = requests.get(key)?.id ?? index;
    requests.delete(key);
    requests.set(key, { id, text });
    return id;
  });
  const texts = [...requests.values()].map(({ id, text }) => `{"jsonrpc":"2.0","id":${id},${text}}`);
  return { ids, texts };
}

/** @throws JsonRpcUnavailableError for a text that is not JSON */
function parseResponses(text: string, failure: JsonRpcFailure): unknown[] {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body : [body];
  } catch (error) {
    throw new JsonRpcUnavailableError(error, failure);
  }
}

function parseResult(response: Record<string, unknown> | undefined, failure: JsonRpcFailure): unknown {
  if (response !== undefined && isRecord(response['error'])) {
    const { code, message, data } = response['error'];
    return new JsonRpcError(typeof code === 'number' ? code : 0, String(message), data);
  }
  if (response === undefined || !('result' in response)) {
    return new JsonRpcUnavailableError('no result for the call', failure);
  }
  return response['result'];
}
