import net from 'node:net';

/** Stands between two processes, and can cut their line, hang it, and mend it. */
export class TcpProxy {
  private readonly sockets = new Set<net.Socket>();
  private mode: 'open' | 'cut' | 'hung' = 'open';

  private constructor(
    private readonly server: net.Server,
    readonly port: number,
  ) {}

  static async start(target: { host: string; port: number }): Promise<TcpProxy> {
    const server = net.createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new TcpProxy(server, (server.address() as net.AddressInfo).port);
    server.on('connection', (downstream) => proxy.join(downstream, net.connect(target.port, target.host)));
    return proxy;
  }

  /** Ends all connections and refuses new ones. */
  cut(): void {
    this.mode = 'cut';
    this.sockets.forEach((socket) => socket.destroy());
  }

  /** Keeps connections and takes new ones, and passes nothing on. */
  hang(): void {
    this.mode = 'hung';
    this.sockets.forEach((socket) => socket.pause());
  }

  mend(): void {
    this.mode = 'open';
    this.sockets.forEach((socket) => socket.resume());
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(downstream: net.Socket, upstream: net.Socket): void {
    for (const [from, to] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.on('error', () => to.destroy());
    }
    if (this.mode === 'cut') downstream.destroy();
    else if (this.mode === 'open') [downstream, upstream].forEach((socket) => socket.resume());
  }
}
