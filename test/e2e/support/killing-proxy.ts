import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Kill {
  /** Counted from 1. */
  readonly call: number;
  readonly moment: 'before it arrives' | 'before its answer';
}

/** Forwards the HTTP calls of one client to the API, and kills the client at a chosen call. */
export class KillingProxy {
  /** Calls so far. */
  calls = 0;
  onKill: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly apiUrl: string,
    private readonly kill: Kill | null,
  ) {}

  /** @param kill null lets the client run through */
  static async open(apiUrl: string, kill: Kill | null): Promise<KillingProxy> {
    const server = createServer();
    const proxy = new KillingProxy(server, apiUrl, kill);
    server.on('request', (incoming, outgoing) => proxy.forward(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.calls += 1;
    const moment = this.kill?.call === this.calls ? this.kill.moment : null;
    if (moment === 'before it arrives') return this.onKill();
    const headers = { ...incoming.headers, host: new URL(this.apiUrl).host };
    const upstream = request(`${this.apiUrl}${incoming.url}`, { method: incoming.method!, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (moment === 'before its answer') return this.onKill();
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(Buffer.concat(chunks));
      });
    });
    incoming.pipe(upstream);
  }
}
