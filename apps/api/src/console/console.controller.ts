import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import { isolated } from '../docs/constant-document.js';
import { type ConsoleFile, ConsoleFiles } from './console-files.js';

const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
/** Another content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

@Controller('console')
@ApiTags('Service')
export class ConsoleController {
  constructor(private readonly files: ConsoleFiles) {}

  @Get()
  @ApiOperation({
    summary: 'Read the web console',
    description: 'Returns the web console as an HTML page. `CONSOLE_ENABLED=off` disables it.',
  })
  @ApiProduces('text/html')
  @ApiOkResponse({
    description: 'HTML page.',
    schema: { type: 'string', description: 'The page.', example: '<!doctype html>…' },
  })
  getConsolePage(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | undefined {
    return send(this.files.findPage(), request, reply);
  }

  /** Serves `/console/`. Nest reduces the two slashes to one. */
  @Get('//')
  @ApiExcludeEndpoint()
  pageWithSlash(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer | undefined {
    return this.getConsolePage(request, reply);
  }

  @Get(':file')
  @ApiOperation({
    summary: 'Read a file of the web console',
    description: 'Returns a script, style sheet or image that the web console loads.',
  })
  @ApiParam({
    name: 'file',
    description: 'Name of the file, as in the page.',
    schema: { type: 'string', example: 'console-QX7TB2MA.js' },
  })
  @ApiProduces('text/javascript', 'text/css', 'image/svg+xml')
  @ApiOkResponse({
    description: 'The file.',
    schema: { type: 'string', description: 'Contents of the file.', example: 'import …' },
  })
  getConsoleFile(
    @Param('file') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Buffer | undefined {
    const body = send(this.files.findFile(name), request, reply);
    reply.header('cache-control', IMMUTABLE);
    return body;
  }
}

/** @throws {AppError} not_found */
function send(file: ConsoleFile | null, request: FastifyRequest, reply: FastifyReply): Buffer | undefined {
  if (file === null) throw new AppError('not_found');
  return file.document.answer(request, isolated(reply, file.type, POLICY));
}
