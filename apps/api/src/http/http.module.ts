import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EnvelopeFilter } from './errors/envelope.filter.js';
import { InFlight } from './server/in-flight.js';

/** What the HTTP layer gives to all rooms: the error envelope, and the knowledge that the process is ending. */
@Global()
@Module({})
export class HttpModule {
  static forRoot(inFlight: InFlight): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: APP_FILTER, useClass: EnvelopeFilter },
        { provide: InFlight, useValue: inFlight },
      ],
      exports: [InFlight],
    };
  }
}
