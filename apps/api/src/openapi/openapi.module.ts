import { type DynamicModule, Module } from '@nestjs/common';
import { buildDocument } from './document/build-document.js';
import type { ControllerClass } from './document/read-routes.js';
import { API_VERSION } from './api-version.js';
import { OpenApiController } from './openapi.controller.js';
import { Reference } from './reference.js';

/** The description of the API, for programs and for people. */
@Module({})
export class OpenApiModule {
  static describing(controllers: readonly ControllerClass[]): DynamicModule {
    return {
      module: OpenApiModule,
      controllers: [OpenApiController],
      providers: [
        { provide: Reference, useFactory: () => new Reference(() => buildDocument(controllers, API_VERSION)) },
      ],
    };
  }
}
