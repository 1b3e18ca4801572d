import type { ApiSettings } from '@app/config';
import type { FastifyReply, FastifyRequest } from 'fastify';

const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
const PREFLIGHT_LIFETIME_S = '600';

export interface CorsOptions {
  /** Exact origins of the production front ends. */
  allowedOrigins: readonly string[];
  /** Whether front ends on this very machine may call too, on any port. */
  allowLocal: boolean;
  /** Whether requests may carry an API key. */
  allowKeys: boolean;
}

/** Says which browsers' front ends may read the answers (completions.md, "CORS"). No credentials, ever. */
export class Cors {
  private readonly origins: ReadonlySet<string>;

  constructor(private readonly options: CorsOptions) {
    this.origins = new Set(options.allowedOrigins);
  }

  static of({ CORS_ALLOWED_ORIGINS, NODE_ENV, AUTH_MODE }: ApiSettings): Cors {
    return new Cors({
      allowedOrigins: CORS_ALLOWED_ORIGINS,
      allowLocal: NODE_ENV !== 'production',
      allowKeys: AUTH_MODE === 'api_key',
    });
  }

  /** What every response to a caller from there says. */
  headersFor(origin: string | undefined): Record<string, string> {
    if (origin === undefined || !this.allows(origin)) return { vary: 'Origin' };
    return {
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'X-Request-ID, Location, Retry-After',
    };
  }

  /** Sets the headers of this response; true if the request was a preflight, which then is answered. */
  handle(request: FastifyRequest, reply: FastifyReply): boolean {
    const { origin } = request.headers;
    void reply.headers(this.headersFor(origin));
    const preflight =
      request.method === 'OPTIONS' &&
      origin !== undefined &&
      request.headers['access-control-request-method'] !== undefined;
    if (preflight) this.answerPreflight(origin, reply);
    return preflight;
  }

  private answerPreflight(origin: string, reply: FastifyReply): void {
    if (this.allows(origin)) {
      reply.header('access-control-allow-methods', 'GET, POST');
      const key = this.options.allowKeys ? ', Authorization' : '';
      reply.header('access-control-allow-headers', `Content-Type, X-Request-ID, Prefer${key}`);
      reply.header('access-control-max-age', PREFLIGHT_LIFETIME_S);
    }
    void reply.code(204).send();
  }

  private allows(origin: string): boolean {
    return this.origins.has(origin) || (this.options.allowLocal && LOCAL_ORIGIN.test(origin));
  }
}
