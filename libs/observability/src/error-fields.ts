/** Log-safe fields of an error: its class and code. The message is left out, since it may quote request or upstream data. */
export function errorFields(error: unknown): { errorName: string; errorCode: string | null } {
  if (!(error instanceof Error)) return { errorName: typeof error, errorCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 60) : null;
  return { errorName: error.constructor.name, errorCode: code };
}
