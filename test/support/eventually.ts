import { inspect, isDeepStrictEqual } from 'node:util';

const DEFAULT_TIMEOUT_MS = 90_000;
const POLL_INTERVAL_MS = 25;
/** While the value does not change. */
const UNCHANGED_POLL_INTERVAL_MS = 100;

/** Polls until `accept` takes the value. @throws Error with the last value after the timeout */
export async function eventually<T, Accepted extends T>(
  read: () => Promise<T>,
  accept: (value: T) => value is Accepted,
  timeoutMs?: number,
): Promise<Accepted>;
export async function eventually<T>(
  read: () => Promise<T>,
  accept: (value: T) => boolean,
  timeoutMs?: number,
): Promise<T>;
export async function eventually<T>(
  read: () => Promise<T>,
  accept: (value: T) => boolean,
  timeoutMs = DEFAULT_TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let last: T | undefined;
  for (;;) {
    const value = await read();
    if (accept(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${inspect(value, { depth: 5 })} after ${timeoutMs} ms`);
    const intervalMs = isDeepStrictEqual(value, last) ? UNCHANGED_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    last = value;
  }
}
