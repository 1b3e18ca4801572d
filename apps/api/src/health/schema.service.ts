import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '@app/common';
import { Database } from '@app/persistence';
import type { SchemaReportDto } from './health.dto.js';
import { type AppliedMigration, reportOf, tablesCreatedBy } from './schema-report.js';

const MIGRATIONS_TABLE = 'schema_migrations';

/** Compares the database with the migrations of this build. */
@Injectable()
export class SchemaService {
  private expectedTables: Promise<string[]> | undefined;

  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws {AppError} schema_validation_failed when a query fails */
  async validate(): Promise<SchemaReportDto> {
    try {
      this.expectedTables ??= this.tablesOfMigrations();
      const actualTables = await this.listTables();
      return reportOf({
        expectedTables: await this.expectedTables,
        expectedMigrations: this.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name),
        actualTables,
        appliedMigrations: actualTables.includes(MIGRATIONS_TABLE) ? await this.listMigrations() : [],
      });
    } catch (error) {
      throw new AppError('schema_validation_failed', { cause: error });
    }
  }

  private async listTables(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_catalog.pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace`,
    );
    return rows.map(({ name }) => name);
  }

  private async listMigrations(): Promise<AppliedMigration[]> {
    const rows = await this.database.query<{ name: string; timestamp: string }>(
      `SELECT name, timestamp FROM ${MIGRATIONS_TABLE}`,
    );
    return rows.map(({ name, timestamp }) => ({ name, version: Number(timestamp) }));
  }

  /** Collects the migrations' statements with a runner that executes nothing, and reads the tables from them. */
  private async tablesOfMigrations(): Promise<string[]> {
    const statements: string[] = [];
    const runner = this.dataSource.createQueryRunner();
    const collect = (statement: string): Promise<unknown[]> => {
      statements.push(statement);
      return Promise.resolve([]);
    };
    Object.assign(runner, { query: collect });
    for (const migration of this.dataSource.migrations) await migration.up(runner);
    await runner.release();
    return [...tablesCreatedBy(statements), MIGRATIONS_TABLE];
  }
}
