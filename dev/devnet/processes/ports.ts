import { createServer, connect } from 'node:net';

const LOOPBACK = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 500;

/** Returns why a server cannot listen on this loopback port, or null when it can. */
export async function portProblem(port: number): Promise<'in use' | 'not allowed' | null> {
  // macOS lets a second server bind the loopback address of a port that is open on all addresses.
  if (await accepts(port)) return 'in use';
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('in use');
      else if (error.code === 'EACCES') resolve('not allowed');
      else reject(error);
    });
    server.listen(port, LOOPBACK, () => server.close(() => resolve(null)));
  });
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: LOOPBACK, timeout: CONNECT_TIMEOUT_MS });
    const settle = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}
