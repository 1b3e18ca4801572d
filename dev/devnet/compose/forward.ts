import { connect, createServer, type Socket } from 'node:net';
import { inheritedEnvironment } from '@app/config';

/**
 * Forwards TCP ports between a container and a process in it that listens on loopback only.
 * Loaded with `--import` before the process. FORWARD lists `listen-host:port=target-host:port`, separated by commas.
 */
for (const rule of (inheritedEnvironment().FORWARD ?? '').split(',').filter((text) => text !== '')) {
  const [listen = '', target = ''] = rule.split('=');
  await forward(parseAddress(listen), parseAddress(target));
}

interface Address {
  readonly host: string;
  readonly port: number;
}

async function forward(listen: Address, target: Address): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ ...target, allowHalfOpen: true });
    client.pipe(upstream).pipe(client);
    destroyTogether(client, upstream);
    destroyTogether(upstream, client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, resolve);
  });
  server.unref();
}

function destroyTogether(socket: Socket, other: Socket): void {
  socket.on('error', () => other.destroy());
}

function parseAddress(text: string): Address {
  const [host = '', port] = text.split(':');
  return { host, port: Number(port) };
}
