import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { PRODUCT_VERSION } from '@app/config';
import { Logger } from '../logger.js';
import {
  jsonAnswer,
  jsonError,
  type ManagementAddress,
  type ManagementAnswer,
  type ManagementRoutes,
  ManagementServer,
} from './management-server.js';

export interface HealthServerOptions {
  address: ManagementAddress;
  /** Log event that tells version and port. */
  readyEvent: string;
  database: { succeeds(): Promise<boolean> };
  /** Answer of `/readyz` for a reason besides shutdown and database; null without one. */
  refusal?: () => ManagementAnswer | null;
  routes?: ManagementRoutes;
}

/** Serves `/health` while the process runs, and `/readyz` while it reaches the database and is not shutting down. */
export class HealthServer implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private draining = false;
  private readonly server: ManagementServer;

  constructor(
    private readonly options: HealthServerOptions,
    private readonly log: Logger,
  ) {
    const routes: ManagementRoutes = {
      '/health': () => jsonAnswer(200, { status: 'ok', version: PRODUCT_VERSION }),
      '/readyz': () => this.readiness(),
      ...options.routes,
    };
    this.server = new ManagementServer(routes, log);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.listen(this.options.address);
    this.log.info({ event: this.options.readyEvent, version: PRODUCT_VERSION, port: this.server.port });
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }

  onApplicationShutdown(): void {
    this.server.close();
  }

  private async readiness(): Promise<ManagementAnswer> {
    const { database, refusal } = this.options;
    if (this.draining) return jsonError(503, 'overloaded', 'This process is shutting down.');
    const refused = refusal?.() ?? null;
    if (refused !== null) return refused;
    if (await database.succeeds()) return jsonAnswer(200, { status: 'ok' });
    return jsonError(503, 'database_unavailable', 'The database cannot be reached.');
  }
}
