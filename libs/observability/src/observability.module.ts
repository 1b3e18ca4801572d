import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Logger, type LogOptions } from './logger.js';
import { NO_TRACER, Tracer } from './tracing/tracer.js';

/** The process's log lines and traces, for all its rooms. */
@Global()
@Module({})
export class ObservabilityModule implements OnApplicationShutdown {
  constructor(private readonly tracer: Tracer) {}

  static forRoot(options: LogOptions): DynamicModule {
    return ObservabilityModule.providing({ log: Logger.create(options) });
  }

  /** For a process that logs before its modules are there. */
  static providing({ log, tracer = NO_TRACER }: { log: Logger; tracer?: Tracer }): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [
        { provide: Logger, useValue: log },
        { provide: Tracer, useValue: tracer },
      ],
      exports: [Logger, Tracer],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracer.close();
  }
}
