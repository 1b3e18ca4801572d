import { createServer, type Server } from 'node:http';
import { errorFields, type Logger } from '@app/observability';

const REQUEST_TIMEOUT_MS = 5_000;

export interface ManagementAddress {
  host: string;
  /** 0 picks a free port. */
  port: number;
}

export interface ManagementAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** Answers by path, such as `/metrics`. */
export type ManagementRoutes = Readonly<Record<string, () => ManagementAnswer | Promise<ManagementAnswer>>>;

/** HTTP server for health checks and metrics, on a port that API clients do not reach. */
export class ManagementServer {
  private readonly server: Server;

  constructor(
    private readonly routes: ManagementRoutes,
    private readonly log: Logger,
  ) {
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      void this.answer(request.url ?? '/').then(({ status, contentType, body }) =>
        response.writeHead(status, { 'content-type': contentType }).end(body),
      );
    });
  }

  /** @throws when the port is taken */
  async listen({ host, port }: ManagementAddress): Promise<void> {
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

  private async answer(url: string): Promise<ManagementAnswer> {
    const [path = '/'] = url.split('?');
    const route = Object.hasOwn(this.routes, path) ? this.routes[path] : undefined;
    if (route === undefined) return jsonError(404, 'not_found', 'No route has this path.');
    try {
      return await route();
    } catch (error) {
      this.log.error({ event: 'management.request_failed', path, ...errorFields(error) });
      return jsonError(500, 'internal_error', 'The request failed.');
    }
  }
}

export function jsonAnswer(status: number, body: object): ManagementAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

export function jsonError(status: number, code: string, message: string): ManagementAnswer {
  return jsonAnswer(status, { error: { code, message } });
}
