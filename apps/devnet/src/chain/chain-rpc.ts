/** Ends a call that hangs: a busy machine may answer after seconds. */
const CALL_LIMIT_MS = 30_000;

/** One JSON-RPC call. @throws Error when there is no answer within half a minute, or the answer is an error */
export async function callChain(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  });
  const answer: unknown = await response.json();
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw new Error(`the chain refuses ${method}`);
  }
  return answer.result;
}
