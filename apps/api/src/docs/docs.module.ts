import { Module } from '@nestjs/common';
import { ConsoleModule } from '../console/console.module.js';
import { ApiDocs } from './api-docs.js';
import { DocsController } from './docs.controller.js';

/** The description of the API: OpenAPI document, reference page, and texts for language models. */
@Module({ imports: [ConsoleModule], controllers: [DocsController], providers: [ApiDocs] })
export class DocsModule {}
