import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import {
  jsonAnswer,
  jsonError,
  type ManagementAddress,
  type ManagementAnswer,
  ManagementServer,
} from '@app/monitoring';
import { Logger } from '@app/observability';
import { Database, DatabasePing } from '@app/persistence';

/** Injection token of the address, from WEBHOOKS_HOST and WEBHOOKS_PORT. */
export const HEALTH_ADDRESS = Symbol('HealthAddress');

/** Serves `/health` while the process runs, and `/readyz` while it reaches the database and is not shutting down. */
@Injectable()
export class HealthServer implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private draining = false;
  private readonly ping: DatabasePing;
  private readonly server: ManagementServer;

  constructor(
    @Inject(HEALTH_ADDRESS) private readonly address: ManagementAddress,
    database: Database,
    private readonly log: Logger,
  ) {
    const routes = { '/health': () => jsonAnswer(200, { status: 'ok' }), '/readyz': () => this.readiness() };
    this.ping = new DatabasePing(database);
    this.server = new ManagementServer(routes, log);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.listen(this.address);
    this.log.info({ event: 'webhooks.ready', port: this.server.port });
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }

  onApplicationShutdown(): void {
    this.server.close();
  }

  private async readiness(): Promise<ManagementAnswer> {
    if (this.draining) return jsonError(503, 'overloaded', 'This process is shutting down.');
    if (await this.ping.succeeds()) return jsonAnswer(200, { status: 'ok' });
    return jsonError(503, 'database_unavailable', 'The database cannot be reached.');
  }
}
