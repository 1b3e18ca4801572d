import { PresageError } from '@presage/sdk';

/** The address leads to no service of Presage. Only the user can change that, so the command ends at once. */
export abstract class AddressError extends PresageError {
  override get isTransient(): boolean {
    return false;
  }
}

export class NotRunningError extends AddressError {
  override readonly nextActions = [
    'Start the service with npm start, or set its address with --url or PRESAGE_URL. Then run the same command again.',
  ];

  constructor(origin: string, cause: unknown) {
    super({ code: 'no_answer', message: `Nothing listens on ${origin}.`, status: null, cause });
  }
}

export class ForeignServiceError extends AddressError {
  override readonly nextActions = ['Set --url or PRESAGE_URL.'];

  constructor(origin: string, status: number) {
    super({ code: 'unexpected_answer', message: `${origin} is not the API of Presage.`, status });
  }
}

/** Sends the requests of a command. A connection that is refused later is repeated: the service may be restarting. */
export class Connection {
  private isAnswered = false;

  /**
   * @throws NotRunningError when the first connection is refused
   * @throws ForeignServiceError when the first answer is not one of the API
   */
  readonly fetch: typeof fetch = async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    const response = await fetch(input, init).catch((error: unknown) => {
      if (this.isAnswered || !isRefused(error)) throw error;
      throw new NotRunningError(origin, error);
    });
    if (!this.isAnswered && (await isForeign(response))) throw new ForeignServiceError(origin, response.status);
    this.isAnswered = true;
    return response;
  };
}

/** Statuses with which a service answers requests that it does not know: redirects and refusals. */
const UNKNOWN_REQUEST: readonly number[] = [301, 302, 303, 307, 308, 404, 405, 501];

/**
 * Whether another service answered: not with JSON, or with an error that is not the API's. Other statuses may come from a
 * proxy before the API.
 */
async function isForeign(response: Response): Promise<boolean> {
  if (!response.ok && !UNKNOWN_REQUEST.includes(response.status)) return false;
  const body = parseJson(await response.clone().text());
  if (typeof body !== 'object' || body === null) return true;
  if (response.ok) return false;
  return !('error' in body && typeof body.error === 'object' && body.error !== null && 'code' in body.error);
}

/** Null for a text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Node wraps the error of the socket in the cause of a TypeError. */
function isRefused(error: unknown): boolean {
  const cause: unknown = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
}
