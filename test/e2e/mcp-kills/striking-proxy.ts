import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

export const MOMENTS = ['before it arrives', 'before its answer'] as const;

/** A moment at which something is killed. */
export interface Strike {
  /** Number of the request, counted from 1 since the strike was armed. */
  readonly request: number;
  readonly moment: (typeof MOMENTS)[number];
  readonly act: () => void;
}

/** Forwards the requests of an MCP server to the API. At an armed strike it acts, and drops the request's connection. */
export class StrikingProxy {
  private requests = 0;
  private armed: Strike | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => this.forward(incoming, outgoing));
  }

  static async open(target: string): Promise<StrikingProxy> {
    const server = createServer();
    const proxy = new StrikingProxy(server, target);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy is closed');
    return `http://127.0.0.1:${address.port}`;
  }

  arm(strike: Strike | null): void {
    this.requests = 0;
    this.armed = strike;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.requests += 1;
    const strike = this.armed?.request === this.requests ? this.armed : null;
    const hit = (): void => {
      this.armed = null;
      strike?.act();
      outgoing.destroy();
    };
    if (strike?.moment === 'before it arrives') return hit();
    const { host } = new URL(this.target);
    const options = { method: incoming.method, headers: { ...incoming.headers, host } };
    const upstream = request(`${this.target}${incoming.url}`, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => outgoing.destroy());
      answer.on('end', () => {
        if (strike !== null) return hit();
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(chunks));
      });
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  }
}
