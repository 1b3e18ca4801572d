import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { FailsWith } from '../http/fails-with.decorator.js';
import { INVALID_SCHEMA_EXAMPLE, SchemaReportDto } from './health.dto.js';
import { SchemaService } from './schema.service.js';

@Controller('schema')
@ApiTags('Service')
export class SchemaController {
  constructor(private readonly schema: SchemaService) {}

  /** An invalid schema answers 503 with the report itself, not with the error envelope. */
  @Get('validate')
  @ApiOperation({
    summary: 'Validate the database schema',
    description: 'Compares the tables and migrations of the database with those of this build.',
  })
  @ApiOkResponse({ type: SchemaReportDto, description: 'The schema is valid.' })
  @ApiServiceUnavailableResponse({
    type: SchemaReportDto,
    description: 'The schema is invalid. This is the only error without the envelope.',
    example: INVALID_SCHEMA_EXAMPLE,
  })
  @FailsWith('schema_validation_failed')
  async validateSchema(@Res({ passthrough: true }) reply: FastifyReply): Promise<SchemaReportDto> {
    const report = await this.schema.validate();
    if (report.status !== 'ok') reply.code(HttpStatus.SERVICE_UNAVAILABLE);
    return report;
  }
}
