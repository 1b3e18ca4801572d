import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, string | number>;
}

/** Collector of OTLP traces over HTTP that keeps everything in memory. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Bodies of all requests. */
  text = '';

  private constructor(private readonly server: Server) {}

  static async open(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        collector.text += body;
        if (request.url === '/v1/traces') collector.add(JSON.parse(body));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  trace(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private add({ resourceSpans }: any): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = toAttributes(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap(({ spans }: any) => spans)) {
        const { name, traceId, spanId, parentSpanId = '' } = span;
        this.spans.push({
          service: String(service),
          ...{ name, traceId, spanId, parentSpanId },
          attributes: toAttributes(span.attributes),
        });
      }
    }
  }
}

function toAttributes(list: any[] = []): Record<string, string | number> {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
