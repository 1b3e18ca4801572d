/** A moment as the wire shows it: RFC 3339, UTC, milliseconds. */
export function timestampOf(moment: Date): string;
export function timestampOf(moment: Date | null): string | null;
export function timestampOf(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}
