import { Agent, request } from 'node:http';
import type { ApiRequest } from './api-client.js';

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Keep-alive connections to a port of this machine, by default one. Unlike `fetch` it never repeats a request, so dropped ones show. */
export class HttpConnection {
  private readonly agent: Agent;

  constructor(
    private readonly port: number,
    maxSockets = 1,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets });
  }

  /** Connects unless the connection is open. @throws Error when no answer arrives, with the code ECONNREFUSED without a connection */
  send({ method, path, body, headers = {} }: ApiRequest): Promise<HttpAnswer> {
    const content = body === undefined ? '' : JSON.stringify(body);
    const fields = {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'content-length': Buffer.byteLength(content) }),
    };
    return new Promise((resolve, reject) => {
      const { agent, port } = this;
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: fields }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
        answer.on('error', reject);
      });
      sent.on('error', reject).end(content);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
