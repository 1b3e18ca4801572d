/** Codes by messages of pg and its pool, whose own errors have none. */
const DRIVER_CODES: readonly (readonly [message: RegExp, code: string])[] = [
  [/^(?:timeout exceeded when trying to connect|timeout expired|query read timeout)$|connection timeout$/i, 'timeout'],
  [/^connection terminated|not queryable/i, 'connection_lost'],
];

/** Log-safe fields of an error: its class and code. The message is left out, since it may quote request or upstream data. */
export function errorFields(error: unknown): { errorName: string; errorCode: string | null } {
  if (!(error instanceof Error)) return { errorName: typeof error, errorCode: null };
  return { errorName: error.constructor.name, errorCode: findCode(error) };
}

function findCode(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string') return error.code.slice(0, 60);
  return driverCode(error.message);
}

/** Code for a message of pg or its pool about a lost or missing connection; null for any other message. */
export function driverCode(message: string): string | null {
  return DRIVER_CODES.find(([known]) => known.test(message))?.[1] ?? null;
}
