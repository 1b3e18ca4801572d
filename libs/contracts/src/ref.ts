import { id } from 'ethers/hash';

/**
 * Ref of an intent on the chain: keccak256 of the intent id's UTF-8 bytes, 0x and 64 hex digits. Equal for every attempt,
 * so the contracts accept one effect per intent.
 */
export function refOf(intentId: string): string {
  return id(intentId);
}
