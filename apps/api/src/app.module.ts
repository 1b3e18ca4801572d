import { type DynamicModule, Module } from '@nestjs/common';
import { ChainModule } from '@app/chain';
import type { ApiSettings } from '@app/config';
import { EngineModule } from '@app/engine';
import { type Logger, type Metrics, MetricsModule, ObservabilityModule } from '@app/observability';
import { StateGaugesModule } from '@app/operations';
import { PersistenceModule } from '@app/persistence';
import { QueueModule } from '@app/queue';
import { AgentPortsModule } from './agent-ports.module.js';
import { AgentSurfaceModule } from './agent-surface.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CoreModule } from './core.module.js';
import { DocsModule } from './docs/docs.module.js';
import { ENTITIES } from './entities.js';
import { EventsModule } from './events/events.module.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { HealthModule } from './health/health.module.js';
import { handlerTimeoutMsOf } from './http/create-adapter.js';
import { HttpModule } from './http/http.module.js';
import { OpsModule } from './ops/ops.module.js';
import { SettingsModule } from './settings.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

export interface AppParts {
  log: Logger;
  metrics: Metrics;
  /** Maximum time in ms from a request's arrival to its answer. */
  handlerTimeoutMs?: number | undefined;
}

@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings, parts: AppParts): DynamicModule {
    const { log, metrics, handlerTimeoutMs = handlerTimeoutMsOf(settings) } = parts;
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot({ app: 'api', log, otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT }),
        PersistenceModule.forRoot({
          settings,
          applicationName: 'presage-api',
          entities: ENTITIES,
          readUrl: settings.DATABASE_READ_URL,
        }),
        QueueModule.forRoot(settings),
        MetricsModule.forRoot(settings, metrics),
        StateGaugesModule,
        ChainModule.forRoot(settings),
        HttpModule.forRoot({ handlerTimeoutMs }),
        AuthModule.forRoot(settings),
        HealthModule,
        CoreModule,
        EventsModule,
        WebhooksModule,
        DocsModule,
        OpsModule,
        AgentSurfaceModule.forRoot({ settings, ports: [EngineModule.forApi(settings), AgentPortsModule] }),
      ],
      providers: [GracefulShutdown],
    };
  }
}
