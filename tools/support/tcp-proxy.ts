import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

export interface ProxyTarget {
  readonly host?: string;
  readonly port: number;
}

/** TCP proxy between two processes that can cut, delay or block the traffic. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly silenced = new WeakSet<Socket>();
  private delayMs = 0;
  private refusals = 0;
  private blocked: Promise<void> = Promise.resolve();
  private unblock = (): void => undefined;

  private constructor(
    private readonly server: Server,
    private target: ProxyTarget,
  ) {}

  /** Listens on a free loopback port and forwards every connection to the target. */
  static async open(target: ProxyTarget): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.on('connection', (client) => proxy.forwardBothWays(client));
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
    return proxy;
  }

  get port(): number {
    return getPort(this.server.address());
  }

  /** Ends every open connection and accepts new ones. @returns the number of sockets closed */
  cut(): number {
    const count = this.sockets.size;
    for (const socket of this.sockets) socket.destroy();
    return count;
  }

  /** Drops the bytes of every open connection, like a firewall that has lost its state. New ones work. */
  silence(): void {
    for (const socket of this.sockets) this.silenced.add(socket);
  }

  /** Ends every open connection and closes new ones until `heal`, or until it has closed `connections` of them. */
  refuse(connections = Number.POSITIVE_INFINITY): void {
    this.refusals = connections;
    this.cut();
  }

  get isRefusing(): boolean {
    return this.refusals > 0;
  }

  /** Ends every open connection and forwards new ones to another target. */
  redirect(target: ProxyTarget): void {
    this.target = target;
    this.cut();
  }

  slowDown(delayMs: number): void {
    this.delayMs = delayMs;
  }

  /** Keeps connections open and holds all bytes back until `heal`, which delivers them. */
  blackHole(): void {
    this.blocked = new Promise((resolve) => (this.unblock = resolve));
  }

  heal(): void {
    this.delayMs = 0;
    this.refusals = 0;
    this.unblock();
  }

  async close(): Promise<void> {
    this.heal();
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private forwardBothWays(client: Socket): void {
    if (this.isRefusing) {
      this.refusals -= 1;
      return void client.destroy();
    }
    const upstream = connect({ host: LOOPBACK, ...this.target });
    this.forward(client, upstream);
    this.forward(upstream, client);
  }

  private forward(from: Socket, to: Socket): void {
    let tail = Promise.resolve();
    this.sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (this.silenced.has(from)) return;
      tail = tail.then(() => this.passage()).then(() => void (to.writable && to.write(chunk)));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.sockets.delete(from);
      void tail.then(() => to.end());
    });
  }

  private async passage(): Promise<void> {
    if (this.delayMs > 0) await delay(this.delayMs);
    await this.blocked;
  }
}

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return address.port;
}
