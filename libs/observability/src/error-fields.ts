/** Fields that say what kind of error it was and never what it says: messages may quote what others sent. */
export function errorFields(error: unknown): { errorName: string; errorCode: string | null } {
  if (!(error instanceof Error)) return { errorName: typeof error, errorCode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 60) : null;
  return { errorName: error.constructor.name, errorCode: code };
}
