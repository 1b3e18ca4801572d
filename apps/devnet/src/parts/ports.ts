import { randomInt } from 'node:crypto';
import { createServer, connect } from 'node:net';

const LOOPBACK = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 500;

/** Below the ports that systems give to outgoing connections, which would take a port between its choice and its use. */
const CHOICE = { from: 10_000, to: 32_768 } as const;

/** A port on loopback that nobody listens on at the moment of asking. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(CHOICE.from, CHOICE.to);
    if ((await portProblem(port)) === null) return port;
  }
}

/** Why nothing can listen on this port of loopback, or null when something can. */
export async function portProblem(port: number): Promise<'in use' | 'not allowed' | null> {
  // Some systems let a second listener take the loopback address of a port that is open on all addresses.
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

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: LOOPBACK, timeout: CONNECT_TIMEOUT_MS });
    const answer = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
