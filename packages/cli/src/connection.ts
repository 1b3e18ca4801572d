import { PresageError } from '@presage/sdk';

/** The service does not run. Only the user can change that, so the command ends at once. */
export class NotRunningError extends PresageError {
  override readonly nextActions = [
    'Start the service with npm start, or set its address with --url or PRESAGE_URL. Then run the same command again.',
  ];

  constructor(origin: string, cause: unknown) {
    super({ code: 'no_answer', message: `Nothing listens on ${origin}.`, status: null, cause });
  }

  override get isTransient(): boolean {
    return false;
  }
}

/** Sends the requests of a command. A connection that is refused later is repeated: the service may be restarting. */
export class Connection {
  private isAnswered = false;

  /** @throws NotRunningError when the first connection is refused */
  readonly fetch: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      this.isAnswered = true;
      return response;
    } catch (error) {
      if (this.isAnswered || !isRefused(error)) throw error;
      throw new NotRunningError(new URL(input instanceof Request ? input.url : input).origin, error);
    }
  };
}

/** Node wraps the error of the socket in the cause of a TypeError. */
function isRefused(error: unknown): boolean {
  const cause: unknown = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ECONNREFUSED';
}
