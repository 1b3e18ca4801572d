import { plainText, toChecksumAddress } from '@app/common';

/** An address in the checksummed form of the wire. */
export function checksummed(address: string | null): string | null {
  return address === null ? null : toChecksumAddress(address);
}

/** Text of a creator, in one line without control characters. */
export function plain(text: string | null): string | null {
  return text === null ? null : plainText(text);
}
