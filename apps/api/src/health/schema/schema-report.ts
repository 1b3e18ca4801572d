/** What `/schema/validate` answers. */
export interface SchemaReport {
  status: 'ok' | 'error';
  /** The number of the newest migration that the database has, 0 for none. */
  migration_version: number;
  /** Whether a migration that this process was built with is missing there. */
  dirty: boolean;
  missing_tables: readonly string[];
}

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

/** Compares a database with what this process needs. A newer database is fine: it is how a release rolls out. */
export function reportOf(facts: SchemaFacts): SchemaReport {
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

/** The tables that statements leave behind, in the order in which they make them. */
export function tablesMadeBy(statements: readonly string[]): string[] {
  const tables = new Set<string>();
  for (const [, verb, names = ''] of statements.join(';').matchAll(TABLE_STATEMENT)) {
    const listed = names.split(',').map((name) => name.trim());
    listed.forEach((name) => (verb === 'CREATE' ? tables.add(name) : tables.delete(name)));
  }
  return [...tables];
}
