import { toChecksumAddress } from '@app/common';

/** An address in the checksummed form of the wire. */
export function checksummed(address: string | null): string | null {
  return address === null ? null : toChecksumAddress(address);
}
