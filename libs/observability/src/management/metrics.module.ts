import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Logger } from '../logger.js';
import { Metrics } from '../metrics/metrics.js';
import { ManagementServer } from './management-server.js';

export interface MetricsSettings {
  METRICS_HOST: string;
  /** Undefined serves no metrics. */
  METRICS_PORT: number | undefined;
}

const SETTINGS = Symbol('MetricsSettings');

/** Metrics that are stored only when a port serves them. */
export function metricsFor({ METRICS_PORT }: Pick<MetricsSettings, 'METRICS_PORT'>): Metrics {
  return METRICS_PORT === undefined ? Metrics.off() : Metrics.on();
}

@Global()
@Module({})
export class MetricsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly server: ManagementServer;

  constructor(
    @Inject(SETTINGS) private readonly settings: MetricsSettings,
    private readonly metrics: Metrics,
    private readonly log: Logger,
  ) {
    const answer = async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() });
    this.server = new ManagementServer({ '/metrics': answer }, log);
  }

  static forRoot(settings: MetricsSettings, metrics: Metrics): DynamicModule {
    return {
      module: MetricsModule,
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
