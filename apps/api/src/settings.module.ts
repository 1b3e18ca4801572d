import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { ApiSettings } from '@app/config';

/** Injection token of the process's settings: `@Inject(API_SETTINGS) settings: ApiSettings`. */
export const API_SETTINGS = Symbol('API_SETTINGS');

@Global()
@Module({})
export class SettingsModule {
  static forRoot(settings: ApiSettings): DynamicModule {
    return {
      module: SettingsModule,
      providers: [{ provide: API_SETTINGS, useValue: settings }],
      exports: [API_SETTINGS],
    };
  }
}
