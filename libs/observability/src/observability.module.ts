import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Logger, type LogOptions } from './logger.js';

@Global()
@Module({})
export class ObservabilityModule {
  static forRoot(options: LogOptions): DynamicModule {
    return {
      module: ObservabilityModule,
      providers: [{ provide: Logger, useValue: Logger.create(options) }],
      exports: [Logger],
    };
  }
}
