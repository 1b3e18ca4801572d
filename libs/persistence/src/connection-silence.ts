import { Socket } from 'node:net';
import type pg from 'pg';

/**
 * Ends the connection when no byte has passed in either direction for `timeoutMs`, even between statements. Otherwise a host
 * that is lost without a word holds it until the kernel stops repeating its packets, which takes a quarter of an hour.
 */
export function limitSilence(client: pg.Client, timeoutMs: number): void {
  const socket = socketOf(client);
  const error = Object.assign(new Error('the server is silent'), { code: 'ETIMEDOUT' });
  socket.setTimeout(timeoutMs, () => socket.destroy(error));
}

/** Lifts the limit during the work. */
export async function allowSilence<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const socket = socketOf(client);
  const { timeout = 0 } = socket;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(timeout);
  }
}

function socketOf({ connection: { stream } }: pg.Client): Socket {
  if (stream instanceof Socket) return stream;
  throw new Error('the connection has no socket');
}
