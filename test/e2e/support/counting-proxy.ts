import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards requests to a service, and reports each one before its answer is passed on. */
export class CountingProxy {
  private requests = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly onRequest: (count: number) => void,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.forward(request, response));
  }

  /** @param onRequest called with the number of requests when the service has received one */
  static async start(target: string, onRequest: (count: number) => void): Promise<CountingProxy> {
    const server = createServer();
    const proxy = new CountingProxy(server, target, onRequest);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { prefer, 'content-type': contentType } = request.headers;
    const answering = fetch(`${this.target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...(typeof prefer === 'string' ? { prefer } : {}),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    this.requests += 1;
    this.onRequest(this.requests);
    const answer = await answering;
    const text = await answer.text();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(text);
  }
}
