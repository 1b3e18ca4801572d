/** Formats an error for the terminal: usage errors as one sentence, others with their stack. */
export function formatCliError(error: unknown, isUsage: (error: unknown) => boolean = () => false): string {
  const usage = parseArgsMessage(error);
  if (usage !== null) return usage;
  if (!(error instanceof Error)) return String(error);
  return isUsage(error) ? error.message : (error.stack ?? error.message);
}

/** Returns the first sentence of an error of `util.parseArgs`, or null for other errors. */
function parseArgsMessage(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) return null;
  return String(error.message).split(/\. |\n/)[0] ?? null;
}
