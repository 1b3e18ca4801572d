import type { FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import { type ApiSettings, isLoopbackHost, parseHostName } from '@app/config';
import { isOriginAllowed } from './cors-options.js';
import { isWrite } from './is-write.js';

/**
 * Refuses requests that a browser sends for another site's page: by a foreign `Origin`, or by DNS rebinding under a
 * foreign `Host`. Clients that are no browsers send no `Origin`.
 */
export class RequestOrigin {
  private readonly hosts: ReadonlySet<string>;
  private readonly isAllowed: (origin: string) => boolean;
  /** API keys protect a rebound request as well: a foreign page has none. */
  private readonly checksHost: boolean;

  constructor(settings: Pick<ApiSettings, 'ALLOWED_HOSTS' | 'AUTH_MODE' | 'CORS_ALLOWED_ORIGINS' | 'NODE_ENV'>) {
    this.hosts = new Set(settings.ALLOWED_HOSTS.map((host) => host.toLowerCase()));
    this.isAllowed = isOriginAllowed(settings);
    this.checksHost = settings.AUTH_MODE === 'off';
  }

  /** Reads headers only. @throws {AppError} bad_request, host_forbidden or origin_forbidden */
  check({ method, raw }: FastifyRequest): void {
    const { host, origin } = raw.headers;
    if (raw.httpVersion === '1.1' && (host === undefined || hasTwoHosts(raw.rawHeaders))) {
      throw new AppError('bad_request');
    }
    if (this.checksHost && host !== undefined && !this.isKnownHost(host)) throw new AppError('host_forbidden');
    if (isWrite(method) && origin !== undefined && !isSameOrigin(origin, host) && !this.isAllowed(origin)) {
      throw new AppError('origin_forbidden');
    }
  }

  private isKnownHost(host: string): boolean {
    const name = parseHostName(host);
    return isLoopbackHost(name) || this.hosts.has(name);
  }
}

/** Node keeps the first of several Host headers, and a proxy in front may judge by another one (RFC 9112, 3.2). */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Compares host and port. The scheme is unknown behind a proxy that ends TLS. */
function isSameOrigin(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: sender } = new URL(origin);
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && sender !== '' && new URL(own).host === sender;
}
