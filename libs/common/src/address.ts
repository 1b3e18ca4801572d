import { getAddress } from 'ethers/address';

/** Cache of checksummed addresses: a checksum costs a keccak256 hash in JavaScript. */
const checksummed = new Map<string, string>();
const MAX_CACHED = 10_000;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Returns an EVM address in lower case, the stored form; null for anything else. Mixed case must be a valid EIP-55 checksum. */
export function parseAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !ADDRESS.test(value)) return null;
  const lower = value.toLowerCase();
  const digits = value.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return mixed && toChecksumAddress(lower) !== value ? null : lower;
}

/** Returns the address in the mixed case of EIP-55, the form of responses. */
export function toChecksumAddress(address: string): string {
  const lower = address.toLowerCase();
  const known = checksummed.get(lower);
  if (known !== undefined) return known;
  const address55 = getAddress(lower);
  if (checksummed.size >= MAX_CACHED) checksummed.clear();
  checksummed.set(lower, address55);
  return address55;
}
