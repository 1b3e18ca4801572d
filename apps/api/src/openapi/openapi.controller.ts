import { Controller, Get, Header } from '@nestjs/common';
import { Describe } from './describe.decorator.js';
import type { OpenApiDocument } from './document/build-document.js';
import { OPENAPI_DOCS } from './openapi.docs.js';
import { CONTENT_SECURITY_POLICY } from './page/page-parts.js';
import { Reference } from './reference.js';

@Controller()
export class OpenApiController {
  constructor(private readonly reference: Reference) {}

  @Get('openapi.json')
  @Describe(OPENAPI_DOCS.document)
  document(): OpenApiDocument {
    return this.reference.document;
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', CONTENT_SECURITY_POLICY)
  @Header('x-content-type-options', 'nosniff')
  @Header('x-frame-options', 'DENY')
  @Header('referrer-policy', 'no-referrer')
  @Describe(OPENAPI_DOCS.page)
  page(): string {
    return this.reference.page;
  }
}
