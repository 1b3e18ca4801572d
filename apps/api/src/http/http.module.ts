import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { EnvelopeFilter } from './errors/envelope.filter.js';

/** The error envelope, for all rooms. */
@Module({ providers: [{ provide: APP_FILTER, useClass: EnvelopeFilter }] })
export class HttpModule {}
