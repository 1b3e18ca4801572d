import { plainText, toChecksumAddress } from '@app/common';

/** An address in the checksummed form of the wire. */
export function checksummed(address: string | null): string | null {
  return address === null ? null : toChecksumAddress(address);
}

/** Text of a creator, as one line without hidden characters. */
export function plain(text: string | null): string | null {
  return text === null ? null : plainText(text);
}
