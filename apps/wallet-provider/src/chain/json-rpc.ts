import {
  FetchRequest,
  type JsonRpcError as ErrorResponse,
  type JsonRpcPayload,
  JsonRpcProvider,
  Network,
} from 'ethers';

const MAX_BATCH_SIZE = 100;
const CALL_TIMEOUT_MS = 10_000;

/** The node refused the call. */
export class JsonRpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
    this.name = 'JsonRpcError';
  }
}

/** The node did not answer, or not in a way that can be parsed. It may have acted on the call. */
export class ChainUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the chain did not answer', { cause });
    this.name = 'ChainUnavailableError';
  }
}

/** JSON-RPC over HTTP. Calls of the same moment are sent in one batch; none is retried. */
export class JsonRpc {
  private readonly provider: NodeProvider;

  constructor(url: string, chainId: number) {
    const request = new FetchRequest(url);
    request.timeout = CALL_TIMEOUT_MS;
    request.setThrottleParams({ maxAttempts: 1 }); // no retry of 429
    this.provider = new NodeProvider(request, Network.from(chainId), {
      staticNetwork: true,
      cacheTimeout: -1,
      batchStallTime: 0,
      batchMaxCount: MAX_BATCH_SIZE,
    });
  }

  /** @throws {JsonRpcError} @throws {ChainUnavailableError} */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    try {
      const result: unknown = await this.provider.send(method, [...params]);
      return result;
    } catch (error) {
      throw error instanceof JsonRpcError ? error : new ChainUnavailableError(error);
    }
  }

  close(): void {
    this.provider.destroy();
  }
}

/** Keeps the node's own message, which `errorDetails` of a transaction shows. */
class NodeProvider extends JsonRpcProvider {
  override getRpcError(_payload: JsonRpcPayload, { error }: ErrorResponse): Error {
    return new JsonRpcError(error.code ?? 0, error.message ?? '');
  }
}
