import { reportOf, tablesCreatedBy } from './schema-report.js';

const facts = {
  expectedTables: ['users', 'markets'],
  expectedMigrations: ['Core1', 'Agents2'],
  actualTables: ['markets', 'users', 'schema_migrations'],
  appliedMigrations: [
    { name: 'Core1', version: 1 },
    { name: 'Agents2', version: 2 },
  ],
};

describe('reportOf', () => {
  it('is ok when all tables and migrations exist', () => {
    expect(reportOf(facts)).toEqual({ status: 'ok', migration_version: 2, dirty: false, missing_tables: [] });
  });

  it('is ok when the database is newer than the build', () => {
    const appliedMigrations = [...facts.appliedMigrations, { name: 'Later3', version: 3 }];
    expect(reportOf({ ...facts, appliedMigrations })).toMatchObject({ status: 'ok', migration_version: 3 });
  });

  it('names the missing tables', () => {
    expect(reportOf({ ...facts, actualTables: ['users'] })).toMatchObject({
      status: 'error',
      dirty: false,
      missing_tables: ['markets'],
    });
  });

  it('is dirty when a migration is missing', () => {
    const appliedMigrations = [{ name: 'Core1', version: 1 }];
    expect(reportOf({ ...facts, appliedMigrations })).toMatchObject({ status: 'error', dirty: true });
  });

  it('reports an empty database', () => {
    expect(reportOf({ ...facts, actualTables: [], appliedMigrations: [] })).toEqual({
      status: 'error',
      migration_version: 0,
      dirty: true,
      missing_tables: ['users', 'markets'],
    });
  });
});

describe('tablesCreatedBy', () => {
  it('follows CREATE TABLE and DROP TABLE', () => {
    const statements = [
      'CREATE TABLE a (id text); CREATE TABLE IF NOT EXISTS b (id text)',
      'CREATE UNLOGGED TABLE c (id text); DROP TABLE a, b',
    ];
    expect(tablesCreatedBy(statements)).toEqual(['c']);
  });
});
