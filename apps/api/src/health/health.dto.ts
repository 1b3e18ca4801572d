import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { PRODUCT_VERSION } from '@app/config';
import { ApiEnum, ApiFlag, ApiInteger, ApiText } from '../docs/properties.js';

@ApiSchema({ name: 'Readiness', description: 'Successful readiness probe.' })
export class ReadinessDto {
  @ApiEnum(['ok'], { description: 'Always `ok`.', example: 'ok' })
  status: 'ok';
}

@ApiSchema({ name: 'Health', description: 'Successful liveness probe.' })
export class HealthDto extends ReadinessDto {
  @ApiText({ description: 'Version of the process, as in the OpenAPI document.', example: PRODUCT_VERSION })
  version: string;
}

@ApiSchema({ name: 'SchemaReport', description: 'Database schema, compared with the migrations of this build.' })
export class SchemaReportDto {
  @ApiEnum(['ok', 'error'], {
    description: '`error` if a table or a migration of this build is missing.',
    example: 'ok',
  })
  status: 'ok' | 'error';

  @ApiInteger({ description: 'Number of the newest applied migration, 0 for none.', example: 1_790_000_000_007 })
  migration_version: number;

  @ApiFlag({ description: 'Whether a migration of this build is missing.', example: false })
  dirty: boolean;

  @ApiProperty({ type: [String], description: 'Names of the missing tables.', example: [] })
  missing_tables: readonly string[];
}

/** Report of a database that lacks a table. */
export const INVALID_SCHEMA_EXAMPLE: SchemaReportDto = {
  status: 'error',
  migration_version: 1_790_000_000_003,
  dirty: true,
  missing_tables: ['chain_index'],
};
