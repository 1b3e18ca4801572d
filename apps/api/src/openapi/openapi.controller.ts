import { Controller, Get, Header, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError } from '@app/common';
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

  @Get('llms.txt')
  @Describe(OPENAPI_DOCS.llms)
  llms(@Res({ passthrough: true }) reply: FastifyReply): string {
    return plainText(reply, this.reference.llms);
  }

  @Get('llms-full.txt')
  @Describe(OPENAPI_DOCS.llmsFull)
  llmsFull(@Res({ passthrough: true }) reply: FastifyReply): string {
    const text = this.reference.llmsFull;
    if (text === null) throw new AppError('not_found');
    return plainText(reply, text);
  }
}

/** A text that no browser takes for anything else, wherever it is opened. */
function plainText(reply: FastifyReply, text: string): string {
  reply.headers({
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  return text;
}
