import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { errorCode } from '../../dev/devnet/processes/error-code.js';
import { portProblem } from '../../dev/devnet/processes/ports.js';

const LOOPBACK = '127.0.0.1';

/** Below the ephemeral ports of Linux and macOS: an outgoing connection could take one of those before it is used. */
const CANDIDATES = { from: 10_000, to: 32_768 } as const;

/**
 * Returns a TCP port on loopback that nothing listens on.
 * While this process lives, no other call returns the same port, in this process or another one.
 */
export async function findFreePort(choose = chooseRandom): Promise<number> {
  return findFreePortRange(1, choose);
}

/** Returns the first of `count` consecutive ports, each of them free as in `findFreePort`. */
export async function findFreePortRange(count: number, choose = chooseRandom): Promise<number> {
  for (;;) {
    const first = choose();
    const offers = Array.from({ length: count }, (_, index) => isFree(first + index));
    if ((await Promise.all(offers)).every((free) => free)) return first;
  }
}

function chooseRandom(): number {
  return randomInt(CANDIDATES.from, CANDIDATES.to);
}

async function isFree(port: number): Promise<boolean> {
  return (await claim(port)) && (await portProblem(port)) === null;
}

/**
 * Claims a port by holding the UDP port of the same number until this process ends.
 * The kernel keeps such claims apart between processes and drops them with their owner, which lock files do not.
 * @returns false when another process or an earlier call holds it
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

function isTaken(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '');
}
