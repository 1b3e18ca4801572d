import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Logger, type LogOptions } from './logger.js';

@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(options: LogOptions): DynamicModule {
    return ObservabilityModule.forLogger(Logger.create(options));
  }

  /** For a process that logs before its modules are there. */
  static forLogger(log: Logger): DynamicModule {
    return { module: ObservabilityModule, providers: [{ provide: Logger, useValue: log }], exports: [Logger] };
  }
}
