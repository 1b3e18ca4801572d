import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { JobQueue } from '@app/queue';
import { MetricsServer } from './metrics-server.js';
import { StateGauges } from './state-gauges.js';

export interface MonitoringSettings {
  METRICS_HOST: string;
  METRICS_PORT: number | undefined;
}

/** Metrics that are kept only if somebody can ask for them. */
export function metricsFor({ METRICS_PORT }: Pick<MonitoringSettings, 'METRICS_PORT'>): Metrics {
  return METRICS_PORT === undefined ? Metrics.off() : Metrics.on();
}

/** The process's metrics, for all its rooms, and the port that answers them. */
@Global()
@Module({})
export class MonitoringModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(private readonly server: MetricsServer) {}

  static forRoot({ METRICS_HOST, METRICS_PORT }: MonitoringSettings, metrics: Metrics): DynamicModule {
    return {
      module: MonitoringModule,
      providers: [
        { provide: Metrics, useValue: metrics },
        {
          provide: MetricsServer,
          inject: [Database, JobQueue, Logger],
          useFactory: (database: Database, queue: JobQueue, log: Logger) => {
            const state = new StateGauges({ database, queue, metrics });
            metrics.onScrape(() => state.update());
            return new MetricsServer({ metrics, address: { host: METRICS_HOST, port: METRICS_PORT }, log });
          },
        },
      ],
      exports: [Metrics],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.start();
  }

  beforeApplicationShutdown(): void {
    this.server.close();
  }
}
