import { id } from 'ethers/hash';

/** Cache of refs: a preview, its plan and its execution need the same one, and keccak256 in JavaScript is slow. */
const refs = new Map<string, string>();
const MAX_CACHED = 10_000;

/**
 * Ref of an intent on the chain: keccak256 of the intent id's UTF-8 bytes, 0x and 64 hex digits. Equal for every attempt,
 * so the contracts accept one effect per intent.
 */
export function computeRef(intentId: string): string {
  const known = refs.get(intentId);
  if (known !== undefined) return known;
  const ref = id(intentId);
  if (refs.size >= MAX_CACHED) refs.clear();
  refs.set(intentId, ref);
  return ref;
}
