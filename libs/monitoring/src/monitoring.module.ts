import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  Optional,
} from '@nestjs/common';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { ManagementServer } from './management-server.js';
import { StateGauges } from './state-gauges.js';

export interface MonitoringSettings {
  METRICS_HOST: string;
  /** Undefined serves no metrics. */
  METRICS_PORT: number | undefined;
}

const SETTINGS = Symbol('MonitoringSettings');

/** Metrics that are stored only when a port serves them. */
export function metricsFor({ METRICS_PORT }: Pick<MonitoringSettings, 'METRICS_PORT'>): Metrics {
  return METRICS_PORT === undefined ? Metrics.off() : Metrics.on();
}

/** Provides the process's metrics and serves them at `/metrics`. A process with a queue also reports the shared state. */
@Global()
@Module({})
export class MonitoringModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly server: ManagementServer;

  constructor(
    @Inject(SETTINGS) private readonly settings: MonitoringSettings,
    private readonly metrics: Metrics,
    private readonly log: Logger,
    database: Database,
    @Optional() queue?: JobQueue,
  ) {
    if (queue !== undefined) {
      const state = new StateGauges({ database, queue, metrics });
      metrics.onScrape(() => state.update());
    }
    const answer = async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() });
    this.server = new ManagementServer({ '/metrics': answer }, log);
  }

  static forRoot(settings: MonitoringSettings, metrics: Metrics): DynamicModule {
    return {
      module: MonitoringModule,
      providers: [
        { provide: Metrics, useValue: metrics },
        { provide: SETTINGS, useValue: settings },
      ],
      exports: [Metrics],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_HOST: host, METRICS_PORT: port } = this.settings;
    if (port === undefined) return;
    await this.server.listen({ host, port });
    this.log.info({ event: 'metrics.listening', port: this.server.port });
  }

  beforeApplicationShutdown(): void {
    this.server.close();
  }
}
