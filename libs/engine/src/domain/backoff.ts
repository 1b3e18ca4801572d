export interface Backoff {
  baseMs: number;
  maxMs: number;
}

/** Exponential with full jitter: between half and all of `base · 2^tries`, so that many lanes do not knock together. */
export function backoffMs(tries: number, { baseMs, maxMs }: Backoff, random: () => number): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** Math.min(tries, 30));
  return Math.round(ceiling * (0.5 + random() / 2));
}
