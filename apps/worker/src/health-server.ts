import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ChainRpc } from '@app/chain';
import {
  jsonAnswer,
  jsonError,
  type ManagementAddress,
  type ManagementAnswer,
  type ManagementRequest,
  type ManagementRoutes,
  ManagementServer,
} from '@app/monitoring';
import { Logger } from '@app/observability';
import { Database, DatabasePing } from '@app/persistence';
import { DASHBOARD_PATH, QueueDashboard } from '@app/queue';

/** Injection token of the address, from WORKER_HOST and WORKER_PORT. */
export const HEALTH_ADDRESS = Symbol('HealthAddress');
/** The dashboard's page names its base, and its scripts set inline styles. */
const DASHBOARD_HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Serves `/health` while the process runs, and `/readyz` while it reaches the database, is not on another chain and is not
 * shutting down. `/queues` shows the queues' jobs.
 */
@Injectable()
export class HealthServer implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private draining = false;
  private readonly ping: DatabasePing;
  private readonly server: ManagementServer;

  constructor(
    @Inject(HEALTH_ADDRESS) private readonly address: ManagementAddress,
    database: Database,
    private readonly rpc: ChainRpc,
    private readonly dashboard: QueueDashboard,
    private readonly log: Logger,
  ) {
    const routes: ManagementRoutes = {
      '/health': () => jsonAnswer(200, { status: 'ok' }),
      '/readyz': () => this.readiness(),
      [`${DASHBOARD_PATH}/*`]: (request) => this.showQueues(request),
    };
    this.ping = new DatabasePing(database);
    this.server = new ManagementServer(routes, log);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.listen(this.address);
    this.log.info({ event: 'worker.ready', port: this.server.port });
  }

  beforeApplicationShutdown(): void {
    this.draining = true;
  }

  onApplicationShutdown(): void {
    this.server.close();
  }

  private async showQueues({ path, query }: ManagementRequest): Promise<ManagementAnswer | null> {
    const answer = await this.dashboard.answer({ path: path.slice(DASHBOARD_PATH.length) || '/', query });
    return answer && { ...answer, headers: DASHBOARD_HEADERS };
  }

  private async readiness(): Promise<ManagementAnswer> {
    if (this.draining) return jsonError(503, 'overloaded', 'This worker is shutting down.');
    if (this.rpc.servesOtherChain)
      return jsonError(503, 'agent_execution_config_invalid', 'The chain node serves another chain.');
    if (await this.ping.succeeds()) return jsonAnswer(200, { status: 'ok' });
    return jsonError(503, 'database_unavailable', 'The database cannot be reached.');
  }
}
