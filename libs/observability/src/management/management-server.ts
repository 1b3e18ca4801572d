import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isLoopbackHost, parseHostName } from '@app/config';
import { errorFields } from '../error-fields.js';
import type { Logger } from '../logger.js';

const REQUEST_TIMEOUT_MS = 5_000;

export interface ManagementAddress {
  host: string;
  /** 0 picks a free port. */
  port: number;
}

export interface ManagementAnswer {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

export interface ManagementRequest {
  /** Not decoded. */
  path: string;
  query: Readonly<Record<string, string>>;
}

/** Null for an unknown path. */
type ManagementRoute = (request: ManagementRequest) => ManagementAnswer | null | Promise<ManagementAnswer | null>;

/** Answers by path: `/metrics` answers that path, and `/queues/*` answers `/queues` and every path below. */
export type ManagementRoutes = Readonly<Record<string, ManagementRoute>>;

/** HTTP server for health checks and metrics, on a port that API clients do not reach. */
export class ManagementServer {
  private readonly server: Server;
  /** On a loopback address, a foreign `Host` comes from a page that rebinds its name by DNS. */
  private checksHost = false;

  constructor(
    private readonly routes: ManagementRoutes,
    private readonly log: Logger,
  ) {
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      void this.answer(request).then(({ status, contentType, body, headers }) =>
        response.writeHead(status, { ...headers, 'content-type': contentType }).end(body),
      );
    });
  }

  /** @throws when the port is taken */
  async listen({ host, port }: ManagementAddress): Promise<void> {
    this.checksHost = isLoopbackHost(host);
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
  }

  /** Port in use; null while not listening. */
  get port(): number | null {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  close(): void {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer({ method = 'GET', url = '/', headers: { host } }: IncomingMessage): Promise<ManagementAnswer> {
    if (this.checksHost && host !== undefined && !isLoopbackHost(parseHostName(host))) {
      return jsonError(403, 'host_forbidden', 'This port serves loopback names only, such as 127.0.0.1 or localhost.');
    }
    if (method !== 'GET' && method !== 'HEAD') {
      return { ...jsonError(405, 'method_not_allowed', 'Routes are read only.'), headers: { allow: 'GET, HEAD' } };
    }
    const [path = '/', search] = url.split('?', 2);
    const [name, route] = this.findRoute(path);
    try {
      const answer = await route({ path, query: Object.fromEntries(new URLSearchParams(search)) });
      return answer ?? this.notFound();
    } catch (error) {
      this.log.error({ event: 'management.request_failed', path: name, ...errorFields(error) });
      return jsonError(500, 'internal_error', 'The request failed.');
    }
  }

  /** Says what this port is for: a client may have taken it for the API's. */
  private notFound(): ManagementAnswer {
    const paths = Object.keys(this.routes).map((name) => name.replace('/*', ''));
    return jsonError(
      404,
      'not_found',
      `No route has this path. This port serves ${paths.join(', ')}, and not the API.`,
    );
  }

  private findRoute(path: string): readonly [name: string, route: ManagementRoute] {
    const [, first = ''] = path.split('/');
    const own = Object.entries(this.routes).find(([name]) => name === path || name === `/${first}/*`);
    return own ?? ['', () => null];
  }
}

export function jsonAnswer(status: number, body: object): ManagementAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

export function jsonError(status: number, code: string, message: string): ManagementAnswer {
  return jsonAnswer(status, { error: { code, message } });
}
