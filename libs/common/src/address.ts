import { getAddress } from 'ethers/address';

/** The same few addresses are answered again and again, and a checksum costs a hash that is slow in JavaScript. */
const checksummed = new Map<string, string>();
const KEPT = 10_000;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * An EVM address in lower case, the form in which addresses are stored and compared; null for anything else. One that
 * mixes cases must carry a valid EIP-55 checksum.
 */
export function parseAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !ADDRESS.test(value)) return null;
  const lower = value.toLowerCase();
  const digits = value.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return mixed && toChecksumAddress(lower) !== value ? null : lower;
}

/** `0x` and 40 hex digits in the mixed case of EIP-55, the form in which addresses are answered. */
export function toChecksumAddress(address: string): string {
  const lower = address.toLowerCase();
  const known = checksummed.get(lower);
  if (known !== undefined) return known;
  const made = getAddress(lower);
  if (checksummed.size >= KEPT) checksummed.clear();
  checksummed.set(lower, made);
  return made;
}
