import { Injectable } from '@nestjs/common';
import { DataSource, MigrationExecutor } from 'typeorm';
import { Database, TABLE_GRANTS } from '@app/persistence';
import type { SchemaReportDto } from './health.dto.js';

@Injectable()
export class SchemaService {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
  ) {}

  /** A newer database is valid: migrations run before a release is rolled out. */
  async validate(): Promise<SchemaReportDto> {
    // Unlike `DataSource.showMigrations`, these do not create the table of migrations.
    const migrations = new MigrationExecutor(this.dataSource);
    const pending = await migrations.getPendingMigrations();
    const executed = await migrations.getExecutedMigrations();
    const existing = new Set(await this.listTables());
    const missing = Object.keys(TABLE_GRANTS).filter((table) => !existing.has(table));
    return {
      status: pending.length > 0 || missing.length > 0 ? 'error' : 'ok',
      migration_version: Math.max(0, ...executed.map(({ timestamp }) => timestamp)),
      dirty: pending.length > 0,
      missing_tables: missing,
    };
  }

  private async listTables(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_catalog.pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`,
    );
    return rows.map(({ name }) => name);
  }
}
