import DataLoader from 'dataloader';
import { FetchRequest } from 'ethers/utils';
import { isRecord } from './is-record.js';

/** Time for which calls are collected before they are sent as one batch. */
const BATCH_WINDOW_MS = 2;
const MAX_BATCH_CALLS = 100;

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

/** No usable response: whether the node acted on the call is unknown. */
export class JsonRpcUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the JSON-RPC node gave no usable response', { cause });
    this.name = 'JsonRpcUnavailableError';
  }
}

interface Call {
  method: string;
  params: readonly unknown[];
}

/** JSON-RPC over HTTP. Calls made close together share a batch. Nothing is retried but HTTP 429, within the timeout. */
export class JsonRpcClient {
  private readonly calls: DataLoader<Call, unknown>;
  private readonly request: FetchRequest;

  constructor({ url, timeoutMs }: { url: string; timeoutMs: number }) {
    this.request = new FetchRequest(url);
    this.request.timeout = timeoutMs;
    this.request.setHeader('content-type', 'application/json');
    this.calls = new DataLoader((calls) => this.post(calls), {
      cache: false,
      maxBatchSize: MAX_BATCH_CALLS,
      batchScheduleFn: (post) => setTimeout(post, BATCH_WINDOW_MS),
    });
  }

  /**
   * @throws JsonRpcError when the node refuses the call
   * @throws JsonRpcUnavailableError when there is no usable response in time
   */
  send(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.calls.load({ method, params });
  }

  private async post(calls: readonly Call[]): Promise<unknown[]> {
    const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    try {
      const request = this.request.clone();
      request.body = JSON.stringify(batch.length === 1 ? batch[0] : batch);
      const body: unknown = (await request.send()).bodyJson;
      const responses: unknown[] = Array.isArray(body) ? body : [body];
      const byId = new Map(responses.filter(isRecord).map((response) => [response['id'], response]));
      return batch.map(({ id }) => resultOf(byId.get(id)));
    } catch (error) {
      throw new JsonRpcUnavailableError(error);
    }
  }
}

function resultOf(response: Record<string, unknown> | undefined): unknown {
  if (response !== undefined && isRecord(response['error'])) {
    const { code, message, data } = response['error'];
    return new JsonRpcError(typeof code === 'number' ? code : 0, String(message), data);
  }
  if (response === undefined || !('result' in response)) return new JsonRpcUnavailableError('no result for the call');
  return response['result'];
}
