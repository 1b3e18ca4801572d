/** Maximum of `Prefer: wait`, in seconds. */
export const MAX_PREFERRED_WAIT_S = 60;

/** Preferences of a `Prefer` header (RFC 7240) in lower case, without their parameters. */
export function parsePreferences(prefer: string | string[] | undefined): string[] {
  return [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((preference) => (preference.split(';')[0] ?? '').trim().toLowerCase());
}
