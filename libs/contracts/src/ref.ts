import { id } from 'ethers';

/**
 * The name under which an intent acts on the chain: keccak256 of the intent id's UTF-8 bytes, 0x and 64 hex digits.
 * The same for every attempt of the intent, so that the contracts let it take effect once.
 */
export function refOf(intentId: string): string {
  return id(intentId);
}
