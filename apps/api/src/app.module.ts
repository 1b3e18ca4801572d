import { type DynamicModule, Module } from '@nestjs/common';
import { AGENT_ENTITIES } from '@app/agents';
import { API_KEY_ENTITIES } from '@app/api-keys';
import { ChainModule } from '@app/chain';
import type { ApiSettings } from '@app/config';
import { EngineModule } from '@app/engine';
import { MARKET_ENTITIES } from '@app/markets';
import { MonitoringModule } from '@app/monitoring';
import { type Logger, type Metrics, ObservabilityModule } from '@app/observability';
import { PersistenceModule } from '@app/persistence';
import { QueueModule } from '@app/queue';
import { TASK_ENTITIES } from '@app/tasks';
import { AuthModule } from './auth/auth.module.js';
import { AgentsHttpModule } from './agents/agents.http-module.js';
import { CoreHttpModule } from './core/core.http-module.js';
import { EnginePortsModule } from './engine/engine-ports.module.js';
import { HealthHttpModule } from './health/health.http-module.js';
import { HttpModule } from './http/http.module.js';
import { API_CONTROLLERS } from './openapi/api-controllers.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OverloadModule } from './overload/overload.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SettingsModule } from './settings/settings.module.js';

/** Tables that the API's repositories use. */
const ENTITIES = [...AGENT_ENTITIES, ...API_KEY_ENTITIES, ...MARKET_ENTITIES, ...TASK_ENTITIES];

export interface AppParts {
  log: Logger;
  metrics: Metrics;
}

@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings, { log, metrics }: AppParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot({ app: 'api', log, otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT }),
        PersistenceModule.forRoot({ settings, applicationName: 'presage-api', entities: ENTITIES }),
        QueueModule.forRoot(settings),
        MonitoringModule.forRoot(settings, metrics),
        ChainModule.forRoot(settings),
        HttpModule,
        AuthModule.forRoot(settings),
        HealthHttpModule,
        CoreHttpModule,
        OpenApiModule.describing(API_CONTROLLERS),
        OverloadModule,
        RateLimitsModule,
        AgentsHttpModule.forRoot({ settings, ports: [EngineModule.forApi(settings), EnginePortsModule] }),
      ],
    };
  }
}
