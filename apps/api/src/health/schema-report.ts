import type { SchemaReportDto } from './health.dto.js';

export interface SchemaFacts {
  expectedTables: readonly string[];
  expectedMigrations: readonly string[];
  actualTables: readonly string[];
  appliedMigrations: readonly AppliedMigration[];
}

export interface AppliedMigration {
  name: string;
  version: number;
}

/** Compares a database with this build. A newer database is valid: migrations run before a release is rolled out. */
export function reportOf(facts: SchemaFacts): SchemaReportDto {
  const actual = new Set(facts.actualTables);
  const applied = new Set(facts.appliedMigrations.map(({ name }) => name));
  const missing = facts.expectedTables.filter((table) => !actual.has(table));
  const dirty = facts.expectedMigrations.some((name) => !applied.has(name));
  return {
    status: dirty || missing.length > 0 ? 'error' : 'ok',
    migration_version: Math.max(0, ...facts.appliedMigrations.map(({ version }) => version)),
    dirty,
    missing_tables: missing,
  };
}

const TABLE_STATEMENT = /\b(CREATE|DROP) (?:UNLOGGED )?TABLE (?:IF (?:NOT )?EXISTS )?([a-z_][a-z0-9_, ]*)/g;

/** Tables that exist after the statements have run, in order of creation. */
export function tablesCreatedBy(statements: readonly string[]): string[] {
  const tables = new Set<string>();
  for (const [, verb, names = ''] of statements.join(';').matchAll(TABLE_STATEMENT)) {
    const listed = names.split(',').map((name) => name.trim());
    listed.forEach((name) => (verb === 'CREATE' ? tables.add(name) : tables.delete(name)));
  }
  return [...tables];
}
