export interface BackoffRange {
  baseMs: number;
  maxMs: number;
}

/**
 * Exponential backoff, `base · 2^tries` up to the maximum. With a random source it lies between half of that and all of
 * it, which spreads simultaneous retries.
 */
export function backoffMs(tries: number, { baseMs, maxMs }: BackoffRange, random: () => number = () => 1): number {
  const ceilingMs = Math.min(maxMs, baseMs * 2 ** Math.min(tries, 30));
  return Math.round(ceilingMs * (0.5 + random() / 2));
}
