import { createServer, type Server, type ServerResponse } from 'node:http';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Logger } from '@app/observability';
import { Database } from '@app/persistence';

export interface HealthAddress {
  host: string;
  port: number;
}

export const HEALTH_ADDRESS = Symbol('HealthAddress');
const PING_TIMEOUT_MS = 1_500;

/** The worker's own port: `/health` says that it runs, `/readyz` that it reaches the database and is not about to end. */
@Injectable()
export class HealthServer implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private ending = false;
  private readonly server: Server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/health') return answer(response, 200, { status: 'ok' });
    if (path === '/readyz') return void this.answerReadiness(response);
    answer(response, 404, { error: { code: 'not_found', message: 'There is nothing at this path.' } });
  });

  constructor(
    @Inject(HEALTH_ADDRESS) private readonly address: HealthAddress,
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { host, port } = this.address;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    this.log.info({ event: 'worker.ready', port });
  }

  beforeApplicationShutdown(): void {
    this.ending = true;
  }

  onApplicationShutdown(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answerReadiness(response: ServerResponse): Promise<void> {
    if (this.ending) {
      return answer(response, 503, { error: { code: 'overloaded', message: 'This worker is about to end.' } });
    }
    if (await this.pings()) return answer(response, 200, { status: 'ok' });
    answer(response, 503, { error: { code: 'database_unavailable', message: 'The database cannot be reached.' } });
  }

  private async pings(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PING_TIMEOUT_MS);
    });
    const ping = this.database.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const reached = await Promise.race([ping, late]);
    clearTimeout(timer);
    return reached;
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
