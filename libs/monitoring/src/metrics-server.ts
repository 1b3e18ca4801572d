import { createServer, type Server, type ServerResponse } from 'node:http';
import { errorFields, type Logger, type Metrics } from '@app/observability';

const REQUEST_TIMEOUT_MS = 5_000;

export interface MetricsAddress {
  host: string;
  /** 0 takes a free one; undefined answers nowhere. */
  port: number | undefined;
}

/** Answers `/metrics` on a port of its own, where no client of the API comes. */
export class MetricsServer {
  private readonly server: Server;

  constructor(private readonly parts: { metrics: Metrics; address: MetricsAddress; log: Logger }) {
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      if (request.url === '/metrics') return void this.answer(response);
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('There is /metrics here.\n');
    });
  }

  /** @throws when the port cannot be had */
  async start(): Promise<void> {
    const { address, log } = this.parts;
    if (address.port === undefined) return;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(address.port, address.host, resolve);
    });
    log.info({ event: 'metrics.listening', port: this.port });
  }

  /** Where it listens, or null. */
  get port(): number | null {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  close(): void {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(response: ServerResponse): Promise<void> {
    const { metrics, log } = this.parts;
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      log.error({ event: 'metrics.failed', ...errorFields(error) });
      response.writeHead(500).end();
    }
  }
}
