import { JsonRpcClient } from '@app/common';

/** Maximum time of one call. A loaded machine may answer after seconds. */
const CALL_TIMEOUT_MS = 60_000;

/** Sends one JSON-RPC call. @throws {JsonRpcError} @throws {JsonRpcUnavailableError} without an answer in 60 seconds */
export function callChain(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  return new JsonRpcClient({ url: rpcUrl, timeoutMs: CALL_TIMEOUT_MS }).send(method, params);
}
