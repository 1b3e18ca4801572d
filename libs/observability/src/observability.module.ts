import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from './logger.js';
import { startTracing, type StopTracing, type TraceSettings } from './tracing/start-tracing.js';

const STOP_TRACING = Symbol('StopTracing');

export interface ObservabilityOptions {
  /** Process name, such as `api`. */
  app: string;
  log: Logger;
  /** Absent: no tracing. */
  traces?: TraceSettings;
}

@Global()
@Module({})
export class ObservabilityModule implements OnApplicationShutdown {
  constructor(@Inject(STOP_TRACING) private readonly stopTracing: StopTracing) {}

  static forRoot({ app, log, traces }: ObservabilityOptions): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [
        { provide: Logger, useValue: log },
        { provide: STOP_TRACING, useFactory: () => startTracing(app, traces) },
      ],
      exports: [Logger],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopTracing();
  }
}
