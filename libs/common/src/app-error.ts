import { ERROR_CATALOGUE, type ErrorCode } from './error-catalogue.js';

export interface AppErrorOptions {
  /** Replaces the catalogue's text. Never text from upstream. */
  message?: string;
  /** Every validation failure. */
  details?: readonly string[] | undefined;
  /** Further keys of `error`, in the wire's snake_case. */
  extra?: Readonly<Record<string, unknown>>;
  /** Time in seconds after which a repeat may succeed. */
  retryAfterS?: number | undefined;
  /** Name of the limit that is reached, for the `RateLimit` header. */
  limit?: string | undefined;
  /** Response headers, such as Location or Allow. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An expected error of the API. Status and text come from the catalogue. */
export class AppError extends Error {
  readonly status: number;
  readonly details: readonly string[] | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly retryAfterS: number | undefined;
  readonly limit: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(options.message ?? ERROR_CATALOGUE[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.status = ERROR_CATALOGUE[code].status;
    this.details = options.details;
    this.extra = options.extra ?? {};
    this.retryAfterS = options.retryAfterS;
    this.limit = options.limit;
    this.headers = options.headers ?? {};
  }
}
