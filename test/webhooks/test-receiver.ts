import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** An HTTP server that records deliveries. By default it answers 204. */
export class TestReceiver {
  readonly received: Received[] = [];
  /** Answers the next requests. */
  answer: Answer = (_received, response) => void response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async open(port = 0): Promise<TestReceiver> {
    const server = createServer();
    const receiver = new TestReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const received = {
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        receiver.received.push(received);
        receiver.answer(received, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Answers every request with the status. */
  answerWith(status: number, headers: Record<string, string> = {}): void {
    this.answer = (_received, response) => void response.writeHead(status, headers).end();
  }

  /** Events that the receiver got, by agent, each once, in the order of their first arrival. */
  eventsOf(agentId: string): { id: string; seq: number; type: string }[] {
    const events = new Map<string, { id: string; seq: number; type: string }>();
    for (const { body } of this.received) {
      const { agent_id: agent, data } = JSON.parse(body) as {
        agent_id: string;
        data: { id: string; seq: number; type: string };
      };
      if (agent === agentId && !events.has(data.id)) events.set(data.id, data);
    }
    return [...events.values()];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
