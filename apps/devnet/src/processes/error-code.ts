/** The system's name for a failed call (ENOENT, ESRCH, …), or null for an error that has none. */
export function errorCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
