import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { ConsoleFiles } from '../console/console-files.js';
import { API_SETTINGS } from '../settings.module.js';
import { ApiDocs } from './api-docs.js';
import { isolated } from './constant-document.js';
import { SERVICE_INDEX, ServiceIndexDto } from './index.dto.js';
import { CONTENT_SECURITY_POLICY } from './reference/page-parts.js';

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
const TEXT_POLICY = "default-src 'none'; frame-ancestors 'none'";
const TEXT_SCHEMA = { type: 'string', description: 'The text.', example: '# Presage…' };

@Controller()
@ApiTags('Service')
export class DocsController {
  constructor(
    private readonly docs: ApiDocs,
    private readonly consoleFiles: ConsoleFiles,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Read the index of the service',
    description:
      'Returns the version of this API and the paths of its descriptions. A browser is sent to the reference page.',
  })
  @ApiOkResponse({ type: ServiceIndexDto, description: 'The index.' })
  @ApiFoundResponse({ type: ServiceIndexDto, description: 'The index, for a client that accepts `text/html`.' })
  getServiceIndex(
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): ServiceIndexDto {
    reply.header('vary', 'Accept, Origin');
    if (headers.accept?.includes('text/html') === true) reply.status(302).header('location', SERVICE_INDEX.docs);
    return { ...SERVICE_INDEX, console: this.consoleFiles.path, mcp: this.settings.MCP_URL || null };
  }

  @Get('openapi.json')
  @ApiOperation({
    summary: 'Read the OpenAPI document',
    description:
      'Returns the OpenAPI document of this API. The reference page and typed clients are generated from it.',
  })
  @ApiOkResponse({ description: 'OpenAPI 3.1 document.', schema: DOCUMENT_SCHEMA })
  getOpenApiDocument(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer | undefined {
    reply.type('application/json; charset=utf-8');
    return this.docs.json.answer(request, reply);
  }

  @Get('docs')
  @ApiOperation({
    summary: 'Read the reference page',
    description: 'Returns the API reference as an HTML page.',
  })
  @ApiProduces('text/html')
  @ApiOkResponse({
    description: 'HTML page.',
    schema: { type: 'string', description: 'The page.', example: '<!doctype html>…' },
  })
  getReferencePage(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer | undefined {
    return this.docs.page.answer(request, isolated(reply, 'text/html; charset=utf-8', CONTENT_SECURITY_POLICY));
  }

  @Get('llms.txt')
  @ApiOperation({
    summary: 'Read an overview for language models',
    description: 'Returns the purpose of the service, rules for agents, and a line for each operation.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Overview in Markdown.', schema: TEXT_SCHEMA })
  getLlmsText(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | undefined {
    return this.docs.llms.answer(request, isolated(reply, 'text/plain; charset=utf-8', TEXT_POLICY));
  }

  @Get('llms-full.txt')
  @ApiOperation({
    summary: 'Read the guides for language models',
    description: 'Returns the overview, the concepts, the agent’s guide and the table of errors as one text.',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Overview and guides in Markdown.', schema: TEXT_SCHEMA })
  getLlmsFullText(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | undefined {
    const text = this.docs.llmsFull;
    if (text === null) throw new AppError('not_found');
    return text.answer(request, isolated(reply, 'text/plain; charset=utf-8', TEXT_POLICY));
  }
  @Get('skill.md')
  @ApiOperation({
    summary: 'Read the skill for agents',
    description: 'Returns rules and calls for an agent that trades on this service, in the form of agentskills.io.',
  })
  @ApiProduces('text/markdown')
  @ApiOkResponse({ description: 'Skill in Markdown.', schema: TEXT_SCHEMA })
  getSkill(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | undefined {
    const text = this.docs.skill;
    if (text === null) throw new AppError('not_found');
    return text.answer(request, isolated(reply, 'text/markdown; charset=utf-8', TEXT_POLICY));
  }
}
