import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import { errorCode } from './error-code.js';

const LOOPBACK = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 500;

/** Below the ports that systems give to outgoing connections, which would take a port between its choice and its use. */
const CHOICE = { from: 10_000, to: 32_768 } as const;

/**
 * A TCP port on loopback that nobody listens on, and that no other call is given while this process lives, here or in
 * another process: not before the caller's server listens, and not while that server is down between two starts.
 */
export async function findFreePort(choose = (): number => randomInt(CHOICE.from, CHOICE.to)): Promise<number> {
  for (;;) {
    const port = choose();
    if ((await claim(port)) && (await portProblem(port)) === null) return port;
  }
}

/**
 * Holds the UDP port of the same number, which no part uses, until this process ends: the system keeps such claims
 * apart between processes and forgets them with their owner, which files could not. False when it is held already.
 */
async function claim(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port, address: LOOPBACK, exclusive: true });
    await once(socket, 'listening');
    socket.unref();
    return true;
  } catch (error) {
    socket.close();
    if (isTaken(error)) return false;
    throw error;
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

function isTaken(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '');
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
