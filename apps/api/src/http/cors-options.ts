import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { ApiSettings } from '@app/config';

type CorsOptions = NonNullable<Parameters<NestFastifyApplication['enableCors']>[0]>;

const LOCAL_ORIGIN = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
const PREFLIGHT_MAX_AGE_S = 600;

/** CORS for the listed front ends, and for local ones outside production. Credentials are never allowed. */
export function corsOptions(settings: ApiSettings): CorsOptions {
  const isAllowed = isOriginAllowed(settings);
  const takesKeys = settings.AUTH_MODE === 'api_key' || settings.AUTH_READS === 'account';
  const options: CorsOptions = {
    // A function, so that other origins get no CORS header at all; an array would still send them the exposed headers.
    origin: (origin, callback) => callback(null, origin !== undefined && isAllowed(origin)),
    allowedHeaders: ['Content-Type', 'X-Request-ID', 'Prefer', 'traceparent', ...(takesKeys ? ['Authorization'] : [])],
    exposedHeaders: ['X-Request-ID', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
    maxAge: PREFLIGHT_MAX_AGE_S,
    // The plugin only sets headers: `UnservedRequests` answers OPTIONS for every origin.
    preflightContinue: true,
  };
  const delegator: CorsOptions['delegator'] = (request, callback) => {
    callback(null, { ...options, methods: chooseMethods(request), preflight: isPreflight(request) });
  };
  return { delegator };
}

/** Only webhooks can be deleted. */
function chooseMethods({ url }: FastifyRequest): string[] {
  return url.startsWith('/agent/webhooks/') ? ['GET', 'POST', 'DELETE'] : ['GET', 'POST'];
}

/** Returns a test for the origins of allowed front ends. */
export function isOriginAllowed({
  CORS_ALLOWED_ORIGINS,
  NODE_ENV,
}: Pick<ApiSettings, 'CORS_ALLOWED_ORIGINS' | 'NODE_ENV'>): (origin: string) => boolean {
  const allowed = new Set(CORS_ALLOWED_ORIGINS);
  const allowsLocal = NODE_ENV !== 'production';
  return (origin) => allowed.has(origin) || (allowsLocal && LOCAL_ORIGIN.test(origin));
}

/** Whether a browser asks for permission (Fetch, "CORS-preflight request"). Other OPTIONS requests list methods. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
