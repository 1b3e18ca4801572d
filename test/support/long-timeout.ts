/** Only ends a hang: a test must not fail because its machine stalls. */
export const LONG_TIMEOUT_MS = 120_000;
