/** Lowest nonce from the first on that no transaction has: a gap would stop all later ones. */
export function lowestFree(first: number, taken: readonly number[]): number {
  const used = new Set(taken);
  let nonce = first;
  while (used.has(nonce)) nonce += 1;
  return nonce;
}
