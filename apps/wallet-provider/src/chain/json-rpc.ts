import { isRecord } from '../domain/is-record.js';

const MAX_BATCH = 100;
const TIMEOUT_MS = 10_000;

/** The node understood the call and refused it. */
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

/** No answer that can be relied on: whether the node acted on the call is not known. */
export class ChainUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the chain did not answer', { cause });
    this.name = 'ChainUnavailableError';
  }
}

interface Waiting {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** JSON-RPC over HTTP. Calls made in the same turn of the event loop travel in one batch. */
export class JsonRpc {
  private waiting: Waiting[] = [];

  constructor(private readonly url: string) {}

  /** Rejects with JsonRpcError (refused) or ChainUnavailableError (unknown). Repeats nothing. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.flush());
      this.waiting.push({ method, params, resolve, reject });
    });
  }

  private flush(): void {
    const calls = this.waiting;
    this.waiting = [];
    for (let start = 0; start < calls.length; start += MAX_BATCH)
      void this.send(calls.slice(start, start + MAX_BATCH));
  }

  private async send(calls: readonly Waiting[]): Promise<void> {
    const answers = new Map<unknown, Record<string, unknown>>();
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const body: unknown = await response.json();
      for (const answer of Array.isArray(body) ? body : []) {
        if (isRecord(answer)) answers.set(answer.id, answer);
      }
    } catch (error) {
      const unavailable = new ChainUnavailableError(error);
      for (const call of calls) call.reject(unavailable);
      return;
    }
    calls.forEach((call, id) => settle(call, answers.get(id)));
  }
}

function settle(call: Waiting, answer: Record<string, unknown> | undefined): void {
  if (answer === undefined) {
    call.reject(new ChainUnavailableError('no answer in the batch'));
  } else if (isRecord(answer.error)) {
    const { code, message, data } = answer.error;
    call.reject(new JsonRpcError(typeof code === 'number' ? code : 0, String(message), data));
  } else {
    call.resolve(answer.result);
  }
}
