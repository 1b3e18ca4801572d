import { toChecksumAddress } from '@app/common';

/** A timestamp in the form of the wire: RFC 3339, UTC, milliseconds. */
export function timestampOf(moment: Date): string;
export function timestampOf(moment: Date | null): string | null;
export function timestampOf(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}

/** An address in the checksummed form of the wire. */
export function checksummed(address: string | null): string | null {
  return address === null ? null : toChecksumAddress(address);
}
