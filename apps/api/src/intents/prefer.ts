const WAIT_SECONDS_MAX = 60;

/**
 * How long a request is to wait (RFC 7240): `Prefer: wait=SECONDS`, at most 60, or `respond-async` for not at all. Both
 * together wait first. Null when neither is asked for; what cannot be read is ignored, as the RFC has it.
 */
export function preferredWaitMs(prefer: string | string[] | undefined): number | null {
  const preferences = [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((preference) => (preference.split(';')[0] ?? '').trim().toLowerCase());
  for (const preference of preferences) {
    const seconds = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1];
    if (seconds !== undefined) return Math.min(Number(seconds), WAIT_SECONDS_MAX) * 1000;
  }
  return preferences.includes('respond-async') ? 0 : null;
}
