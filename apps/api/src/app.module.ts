import { type DynamicModule, Module } from '@nestjs/common';
import type { ApiSettings } from '@app/config';
import { MonitoringModule } from '@app/monitoring';
import { type Logger, type Metrics, ObservabilityModule, type Tracer } from '@app/observability';
import { PersistenceModule } from '@app/persistence';
import { QueueModule } from '@app/queue';
import { AuthModule } from './auth/auth.module.js';
import { AgentsHttpModule } from './agents/agents.http-module.js';
import { CoreModule } from './core.module.js';
import { DocsModule } from './docs/docs.module.js';
import { EnginePortsModule } from './engine/engine-ports.module.js';
import { HealthHttpModule } from './health/health.http-module.js';
import { HttpModule } from './http/http.module.js';
import { OverloadModule } from './overload/overload.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SettingsModule } from './settings/settings.module.js';

export interface AppParts {
  log: Logger;
  metrics: Metrics;
  tracer: Tracer;
}

@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings, { log, metrics, tracer }: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.providing({ log, tracer }),
        PersistenceModule.forRoot(settings, 'presage-api'),
        QueueModule.forRoot(settings),
        MonitoringModule.forRoot(settings, metrics),
        HttpModule,
        AuthModule.forRoot(settings),
        HealthHttpModule,
        CoreModule,
        DocsModule,
        OverloadModule,
        RateLimitsModule,
        AgentsHttpModule.forRoot({ settings, ports: [EnginePortsModule] }),
      ],
    };
  }
}
