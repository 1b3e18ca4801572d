import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { errorCode } from './error-code.js';

const LOOPBACK = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 500;

const LINUX_OUTGOING_PORTS = '/proc/sys/net/ipv4/ip_local_port_range';
const FIRST_CHOICE = 10_000;
/** A narrower choice would not be one. */
const MIN_CHOICES = 2_000;
/** Below the ports that systems give to outgoing connections, which would take a port between its choice and its use. */
const CHOICE = { from: FIRST_CHOICE, to: endOfChoice(firstOutgoingPort()) } as const;

/**
 * A TCP port on loopback that nobody listens on, and that no other call is given while this process lives, here or in
 * another process: not before the caller's server listens, and not while that server is down between two starts.
 */
export async function findFreePort(choose = chooseAny): Promise<number> {
  return firstOfFreePorts(1, choose);
}

/** The first of so many ports in a row, each of which is as one of `findFreePort`. */
export async function firstOfFreePorts(count: number, choose = chooseAny): Promise<number> {
  for (;;) {
    const first = choose();
    const offers = Array.from({ length: count }, (_, index) => isFree(first + index));
    if ((await Promise.all(offers)).every((free) => free)) return first;
  }
}

function chooseAny(): number {
  return randomInt(CHOICE.from, CHOICE.to);
}

async function isFree(port: number): Promise<boolean> {
  return (await claim(port)) && (await portProblem(port)) === null;
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

/** Some systems give low ports to outgoing connections; where they give nearly all of them, there is no better choice. */
export function endOfChoice(firstOutgoing: number): number {
  const usual = 32_768;
  return firstOutgoing < FIRST_CHOICE + MIN_CHOICES ? usual : Math.min(firstOutgoing, usual);
}

function firstOutgoingPort(): number {
  if (!existsSync(LINUX_OUTGOING_PORTS)) return Infinity;
  return Number(readFileSync(LINUX_OUTGOING_PORTS, 'utf8').trim().split(/\s+/)[0]);
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
