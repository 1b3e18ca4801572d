import { Module } from '@nestjs/common';
import { ApiDocs } from './api-docs.js';
import { DocsController } from './docs.controller.js';

/** The description of the API: OpenAPI document, reference page, and texts for language models. */
@Module({ controllers: [DocsController], providers: [ApiDocs] })
export class DocsModule {}
