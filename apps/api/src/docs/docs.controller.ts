import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppError } from '@app/common';
import { ApiDocs } from './api-docs.js';
import { CONTENT_SECURITY_POLICY } from './page/page-parts.js';

const DOCUMENT_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['openapi', 'info'],
  properties: {
    openapi: { type: 'string', description: 'Version of OpenAPI.', example: '3.1.0' },
    info: {
      type: 'object',
      additionalProperties: true,
      required: ['title'],
      properties: { title: { type: 'string', description: 'Title of the API.', example: 'Presage' } },
    },
  },
};
const TEXT_SCHEMA = { type: 'string', description: 'The text.', example: '# Presage…' };

@Controller()
@ApiTags('Service')
export class DocsController {
  constructor(private readonly docs: ApiDocs) {}

  @Get('openapi.json')
  @ApiOperation({
    operationId: 'getOpenApiDocument',
    summary: 'Read this description as OpenAPI',
    description: 'Returns the OpenAPI document that the reference page and clients are made of.',
  })
  @ApiOkResponse({ description: 'OpenAPI 3.1 document.', schema: DOCUMENT_SCHEMA })
  document(): OpenAPIObject {
    return this.docs.document;
  }

  @Get('docs')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', CONTENT_SECURITY_POLICY)
  @Header('x-content-type-options', 'nosniff')
  @Header('x-frame-options', 'DENY')
  @Header('referrer-policy', 'no-referrer')
  @ApiOperation({
    operationId: 'getReferencePage',
    summary: 'Read this description as a page',
    description: 'Returns the API reference for people.',
  })
  @ApiProduces('text/html')
  @ApiOkResponse({
    description: 'HTML page.',
    schema: { type: 'string', description: 'The page.', example: '<!doctype html>…' },
  })
  page(): string {
    return this.docs.page;
  }

  @Get('llms.txt')
  @ApiOperation({
    operationId: 'getLlmsText',
    summary: 'Read an overview for language models',
    description: 'Returns the purpose of the service, the rules for acting, and every operation on a line.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Overview in Markdown.', schema: TEXT_SCHEMA })
  llms(@Res({ passthrough: true }) reply: FastifyReply): string {
    return plainText(reply, this.docs.llms);
  }

  @Get('llms-full.txt')
  @ApiOperation({
    operationId: 'getLlmsFullText',
    summary: 'Read the guides for language models',
    description: 'Returns the overview, the concepts, the agent’s guide and the table of errors in one text.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Overview and guides in Markdown.', schema: TEXT_SCHEMA })
  llmsFull(@Res({ passthrough: true }) reply: FastifyReply): string {
    const text = this.docs.llmsFull;
    if (text === null) throw new AppError('not_found');
    return plainText(reply, text);
  }
}

/** Sends a text that no browser takes for a page or a script. */
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
