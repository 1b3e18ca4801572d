import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const POLL_INTERVAL_MS = 50;
const READY_TIMEOUT_MS = 60_000;

interface Backend {
  readonly port: number;
  ready: boolean;
}

/** Minimal TCP load balancer: round robin over the backends whose `/readyz` answers 200. */
export class Balancer {
  private readonly server: Server;
  private readonly backends: Backend[];
  private readonly open = new Set<Socket>();
  private next = 0;
  private closed = false;

  private constructor(ports: readonly number[]) {
    this.backends = ports.map((port) => ({ port, ready: true }));
    this.server = createServer((client) => this.serve(client));
  }

  static async open(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports);
    await new Promise<void>((resolve, reject) => {
      balancer.server.once('error', reject);
      balancer.server.listen(0, '127.0.0.1', resolve);
    });
    for (const backend of balancer.backends) void balancer.watch(backend);
    return balancer;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the balancer does not listen');
    return address.port;
  }

  close(): void {
    this.closed = true;
    this.server.close();
    for (const socket of this.open) socket.destroy();
  }

  private serve(client: Socket): void {
    this.track(client);
    client.pause();
    const known = this.backends.filter((backend) => backend.ready);
    // With no backend known to be ready, tries all: one may have become ready since the last poll.
    const candidates = known.length > 0 ? known : this.backends;
    this.next += 1;
    this.connectToFirst(
      client,
      candidates.map((_, index) => candidates[(this.next + index) % candidates.length]),
    );
  }

  /** Connects to the first backend that accepts. The client's data is unread, so trying the next one loses nothing. */
  private connectToFirst(client: Socket, [backend, ...others]: readonly (Backend | undefined)[]): void {
    if (backend === undefined) return void client.destroy();
    const upstream = connect({ port: backend.port, host: '127.0.0.1' });
    const tryOthers = (): void => {
      backend.ready = false;
      this.connectToFirst(client, others);
    };
    upstream.once('error', tryOthers);
    upstream.once('connect', () => {
      upstream.off('error', tryOthers);
      this.track(upstream);
      upstream.on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
      client.pipe(upstream);
      upstream.pipe(client);
    });
  }

  private track(socket: Socket): void {
    this.open.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => this.open.delete(socket));
  }

  private async watch(backend: Backend): Promise<void> {
    while (!this.closed) {
      backend.ready = await isReady(backend.port);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not listening
  }
}
