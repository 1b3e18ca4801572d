import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { ApiSettings } from '@app/config';

/** The settings that this process started with, read once: `@Inject(API_SETTINGS) settings: ApiSettings`. */
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
