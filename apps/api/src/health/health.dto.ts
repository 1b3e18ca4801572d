import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiEnum, ApiFlag, ApiInteger } from '../docs/properties.js';

@ApiSchema({ name: 'Health', description: 'Successful probe.' })
export class HealthDto {
  @ApiEnum(['ok'], { description: 'Always `ok`.', example: 'ok' })
  status: 'ok';
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
