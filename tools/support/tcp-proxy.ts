import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/** Stands on a line between two processes, and cuts it, slows it, or lets nothing through while both believe it holds. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  #blocked: Promise<void> = Promise.resolve();
  #unblock = (): void => undefined;

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {}

  static async open(targetPort: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, targetPort);
    server.on('connection', (client) => proxy.#join(client));
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
    return proxy;
  }

  get port(): number {
    return portOf(this.server.address());
  }

  /** Ends every connection, as a restarted router does. @returns how many there were */
  cut(): number {
    const count = this.#sockets.size;
    for (const socket of this.#sockets) socket.destroy();
    return count;
  }

  slowDown(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Nothing passes until `heal`; what was sent in the meantime arrives then. */
  blackHole(): void {
    this.#blocked = new Promise((resolve) => (this.#unblock = resolve));
  }

  heal(): void {
    this.#delayMs = 0;
    this.#unblock();
  }

  async close(): Promise<void> {
    this.heal();
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #join(client: Socket): void {
    const upstream = connect(this.targetPort, LOOPBACK);
    this.#forward(client, upstream);
    this.#forward(upstream, client);
  }

  #forward(from: Socket, to: Socket): void {
    let tail = Promise.resolve();
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      tail = tail.then(() => this.#passage()).then(() => void (to.writable && to.write(chunk)));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      void tail.then(() => to.end());
    });
  }

  async #passage(): Promise<void> {
    if (this.#delayMs > 0) await delay(this.#delayMs);
    await this.#blocked;
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the proxy is not listening');
  return address.port;
}
