import { Agent as HttpAgent, type IncomingHttpHeaders, request } from 'node:http';
import { Agent as HttpsAgent, request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';

/** Less than the 5 s after which servers on Node end idle connections, so that a request seldom meets one that just ended. */
const KEPT = { keepAlive: true, timeout: 4_000 };
const HTTP = { send: request, agent: new HttpAgent(KEPT) };
const HTTPS = { send: requestTls, agent: new HttpsAgent(KEPT) };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const HEADERS = { 'user-agent': 'presage', accept: 'application/json', 'accept-encoding': 'identity' };

/**
 * Sends a request on a kept connection, and follows no redirect. `fetch` takes three times the CPU time.
 * @param url may contain credentials, which are sent as basic authentication
 * @returns the response, whatever its status
 * @throws Error when there is no complete response before the signal
 */
export function sendHttpRequest(url: URL, { method, headers, body, signal }: HttpRequest): Promise<HttpResponse> {
  const { send, agent } = url.protocol === 'https:' ? HTTPS : HTTP;
  const all = { ...HEADERS, ...headers, ...bodyHeaders(body) };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: all, agent, signal }, (answer) => {
      const { statusCode: status = 0, headers: answered } = answer;
      text(answer).then((read) => resolve({ status, headers: answered, text: read }), reject);
    });
    sent.on('error', reject);
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new Error('the server changed the protocol'));
    });
    sent.end(body);
  });
}

function bodyHeaders(body: string | undefined): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
}
