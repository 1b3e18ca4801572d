import { FetchRequest } from 'ethers/utils';
import { isRecord } from './is-record.js';

/** Time for which calls are collected before they are sent as one batch. */
const BATCH_WINDOW_MS = 2;
const MAX_BATCH_CALLS = 100;

/** The node answered the call with an error. */
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

/** No usable answer: whether the node acted on the call is unknown. */
export class JsonRpcUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the JSON-RPC node gave no usable answer', { cause });
    this.name = 'JsonRpcUnavailableError';
  }
}

interface PendingCall {
  method: string;
  params: readonly unknown[];
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** JSON-RPC over HTTP. Calls made close together share a batch. Nothing is retried but HTTP 429, within the timeout. */
export class JsonRpcClient {
  private pending: PendingCall[] = [];
  private readonly request: FetchRequest;

  constructor({ url, timeoutMs }: { url: string; timeoutMs: number }) {
    this.request = new FetchRequest(url);
    this.request.timeout = timeoutMs;
    this.request.setHeader('content-type', 'application/json');
  }

  /**
   * @throws JsonRpcError when the node refuses the call
   * @throws JsonRpcUnavailableError when there is no usable answer in time
   */
  send(method: string, params: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.pending.length === 0) setTimeout(() => this.flush(), BATCH_WINDOW_MS);
      this.pending.push({ method, params, resolve, reject });
    });
  }

  private flush(): void {
    const calls = this.pending;
    this.pending = [];
    for (let start = 0; start < calls.length; start += MAX_BATCH_CALLS) {
      void this.post(calls.slice(start, start + MAX_BATCH_CALLS));
    }
  }

  private async post(calls: readonly PendingCall[]): Promise<void> {
    const batch = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    try {
      const request = this.request.clone();
      request.body = JSON.stringify(batch.length === 1 ? batch[0] : batch);
      const answer: unknown = (await request.send()).bodyJson;
      const answers: unknown[] = Array.isArray(answer) ? answer : [answer];
      const byId = new Map(answers.filter(isRecord).map((one) => [one['id'], one]));
      calls.forEach((call, id) => settle(call, byId.get(id)));
    } catch (error) {
      for (const { reject } of calls) reject(new JsonRpcUnavailableError(error));
    }
  }
}

function settle({ resolve, reject }: PendingCall, answer: Record<string, unknown> | undefined): void {
  if (answer !== undefined && isRecord(answer['error'])) {
    const { code, message, data } = answer['error'];
    return reject(new JsonRpcError(typeof code === 'number' ? code : 0, String(message), data));
  }
  if (answer === undefined || !('result' in answer))
    return reject(new JsonRpcUnavailableError('no result for the call'));
  resolve(answer['result']);
}
