/** A loaded machine may answer after seconds. */
const CALL_TIMEOUT_MS = 30_000;

/** Sends one JSON-RPC call. @throws Error when the chain refuses it or does not answer within 30 seconds */
export async function callChain(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw new Error(`the chain refuses ${method}`);
  }
  return answer.result;
}
