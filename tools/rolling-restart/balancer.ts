import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const POLL_INTERVAL_MS = 50;
const LOOK_LIMIT_MS = 10_000;

interface Backend {
  readonly port: number;
  ready: boolean;
}

/** What stands before two processes in production, as small as it can be: connections in turn to whoever says it is ready. */
export class Balancer {
  private readonly server: Server;
  private readonly backends: Backend[];
  private readonly open = new Set<Socket>();
  private turn = 0;
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
    // When nobody is known to be ready, anybody may have become so since.
    const ready = known.length > 0 ? known : this.backends;
    this.turn += 1;
    this.reach(
      client,
      ready.map((_, index) => ready[(this.turn + index) % ready.length]),
    );
  }

  /** Nobody has read anything of the client yet, so one who does not answer costs nothing. */
  private reach(client: Socket, [backend, ...others]: readonly (Backend | undefined)[]): void {
    if (backend === undefined) return void client.destroy();
    const upstream = connect({ port: backend.port, host: '127.0.0.1' });
    const tryOthers = (): void => {
      backend.ready = false;
      this.reach(client, others);
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
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // it is just being started
  }
}
