import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Describe } from '../openapi/describe.decorator.js';
import type { SchemaReport } from './schema-report.js';
import { SchemaService } from './schema.service.js';
import { HEALTH_DOCS } from './health.docs.js';

@Controller('schema')
export class SchemaController {
  constructor(private readonly schema: SchemaService) {}

  /** An invalid schema answers 503 with the report itself, not with the error envelope. */
  @Get('validate')
  @Describe(HEALTH_DOCS.schema)
  async validate(@Res({ passthrough: true }) reply: FastifyReply): Promise<SchemaReport> {
    const report = await this.schema.validate();
    if (report.status !== 'ok') reply.code(HttpStatus.SERVICE_UNAVAILABLE);
    return report;
  }
}
