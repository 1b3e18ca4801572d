import type { Server } from 'node:http';
import { createServer } from 'node:net';

const IPV6_LOOPBACK = '::1';

/**
 * Accepts connections on ::1 for a server that listens on 127.0.0.1: some clients resolve localhost to IPv6 only. A machine
 * without IPv6 goes without, as does one where another program has the port there.
 * @returns a function that stops accepting them
 */
export async function listenOnIpv6Loopback(server: Server): Promise<() => void> {
  const address = server.address();
  if (address === null || typeof address === 'string' || address.address !== '127.0.0.1') return () => undefined;
  // As node:http opens its own listener. The server handles and counts these connections like its own.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  listener.maxConnections = server.maxConnections;
  listener.on('drop', (dropped) => server.emit('drop', dropped));
  const isListening = await new Promise<boolean>((resolve) => {
    listener.once('error', () => resolve(false)).listen(address.port, IPV6_LOOPBACK, () => resolve(true));
  });
  if (!isListening) return () => undefined;
  server.once('close', () => listener.close());
  return () => listener.close();
}
