import { toChecksumAddress } from '@app/common';

/** Timestamp for a response: RFC 3339, UTC, milliseconds. */
export function timestampOf(moment: Date): string;
export function timestampOf(moment: Date | null): string | null;
export function timestampOf(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}

/** Checksummed EVM address for a response. */
export function addressOf(address: string): string;
export function addressOf(address: string | null): string | null;
export function addressOf(address: string | null): string | null {
  return address === null ? null : toChecksumAddress(address);
}
