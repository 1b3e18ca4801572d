import { type IncomingMessage, request } from 'node:http';
import { request as requestTls } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs } from './backoff.js';

const TOO_MANY_REQUESTS = 429;
/** Wait before a request that was rate limited is repeated. */
const RETRY_BACKOFF = { baseMs: 250, maxMs: 4_000 };

/** Posts JSON texts to one URL, on the kept connections of Node's global agents. */
export class JsonPost {
  private readonly url: URL;
  private readonly timeoutMs: number;

  /** @param url may contain credentials, which are sent as basic authentication */
  constructor({ url, timeoutMs }: { url: string; timeoutMs: number }) {
    this.url = new URL(url);
    this.timeoutMs = timeoutMs;
  }

  /**
   * Returns the body of the answer, whatever its status. HTTP 429 is repeated within the timeout.
   * @throws Error when there is no answer in time
   */
  async send(text: string): Promise<string> {
    const body = Buffer.from(text);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), this.timeoutMs);
    try {
      for (let tries = 0; ; tries += 1) {
        const { status, text: answer } = await this.post(body, timeout.signal);
        if (status !== TOO_MANY_REQUESTS) return answer;
        await delay(backoffMs(tries, RETRY_BACKOFF, Math.random), undefined, { signal: timeout.signal });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private post(body: Buffer, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const send = this.url.protocol === 'https:' ? requestTls : request;
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve, reject) => {
      const sent = send(this.url, { method: 'POST', headers, signal }, (answer) => {
        textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', resolve);
    answer.on('error', reject);
  });
  return Buffer.concat(chunks).toString('utf8');
}
