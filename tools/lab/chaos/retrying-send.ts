import { setTimeout as delay } from 'node:timers/promises';
import { type ApiAnswer, type ApiRequest, type SendRequest, sendByFetch } from '../../support/api-client.js';
import { at } from '../../support/json.js';

const REQUEST_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 150;
/** Time after which a request without a final answer fails the run. A fault may lock the log of its agent for ten minutes. */
const TIMEOUT_MS = 900_000;

/** Repeats a request until it has a final answer, as the documentation tells clients to. */
export function sendWithRetries(baseUrl: string): SendRequest {
  const send = sendByFetch(baseUrl, { timeoutMs: REQUEST_TIMEOUT_MS });
  return async (request) => {
    const headers = { prefer: 'respond-async', ...request.headers };
    for (const deadlineMs = Date.now() + TIMEOUT_MS; Date.now() < deadlineMs; await delay(RETRY_DELAY_MS)) {
      const answer = await send({ ...request, headers }).catch(() => null); // the API or the answer was lost
      if (answer !== null && isFinal(request, answer)) return answer;
    }
    throw new Error(`${request.method} ${request.path} got no final answer within ${TIMEOUT_MS} ms`);
  };
}

/** A conflict is final only for an execute that was accepted by an earlier, unanswered request. */
function isFinal({ path }: ApiRequest, { status, body }: ApiAnswer): boolean {
  if (path === '/agent/wallets' && status < 300) return hasAddress(body);
  if (path.endsWith('/execute')) {
    if (status === 502) return true;
    if (status === 409) return wasAccepted(body);
  }
  return status < 500 && status !== 429 && status !== 409;
}

/** A wallet whose creation is pending has no address yet. */
function hasAddress(body: unknown): boolean {
  return typeof at(body, 'agent_wallet', 'agent_wallet_address') === 'string';
}

function wasAccepted(body: unknown): boolean {
  const status = at(body, 'error', 'intent_status');
  return typeof status === 'string' && status !== 'confirmed' && status !== 'preview';
}
