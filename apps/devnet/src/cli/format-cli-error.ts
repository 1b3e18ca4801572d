/** For whoever typed a command: what was mistyped in a sentence, and of anything else all that is known. */
export function formatCliError(error: unknown, isUsage: (error: unknown) => boolean = () => false): string {
  const mistyped = mistypedIn(error);
  if (mistyped !== null) return mistyped;
  if (!(error instanceof Error)) return String(error);
  return isUsage(error) ? error.message : (error.stack ?? error.message);
}

/** What Node says of words that it cannot read, in one sentence. */
function mistypedIn(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) return null;
  return String(error.message).split(/\. |\n/)[0] ?? null;
}
