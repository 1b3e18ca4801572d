import { expect } from '@jest/globals';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

describe('GET /schema/validate', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
  });

  afterAll(async () => {
    await api.stop();
  });

  it('expects exactly the tables of the migrations', async () => {
    const tables = await api.database.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    await api.database.query('CREATE SCHEMA elsewhere');
    for (const { name } of tables) await api.database.query(`ALTER TABLE ${name} SET SCHEMA elsewhere`);
    const { status, body } = await client.get('/schema/validate');
    for (const { name } of tables) await api.database.query(`ALTER TABLE elsewhere.${name} SET SCHEMA public`);

    expect(status).toBe(503);
    const missing = (body as unknown as { missing_tables: string[] }).missing_tables;
    expect(missing.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    expect(body).toMatchObject({ status: 'error', migration_version: 0, dirty: true });
    expect((await client.get('/schema/validate')).status).toBe(200);
  });

  it('answers 503 without a code when a table is missing', async () => {
    await api.database.query('ALTER TABLE settlements RENAME TO hidden');
    const { status, body } = await client.get('/schema/validate');
    await api.database.query('ALTER TABLE hidden RENAME TO settlements');
    expect(status).toBe(503);
    expect(body).toEqual({
      status: 'error',
      migration_version: expect.any(Number),
      dirty: false,
      missing_tables: ['settlements'],
    });
  });

  it('is dirty when a migration is missing', async () => {
    const [last] = await api.database.query<{ id: number; timestamp: string; name: string }>(
      'DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM schema_migrations) RETURNING *',
    );
    const answer = await client.get('/schema/validate');
    await api.database.query('INSERT INTO schema_migrations (id, timestamp, name) VALUES ($1, $2, $3)', [
      last?.id ?? 0,
      last?.timestamp ?? '',
      last?.name ?? '',
    ]);
    expect(answer).toMatchObject({ status: 503, body: { status: 'error', dirty: true, missing_tables: [] } });
  });

  it('accepts a database that is newer than the build', async () => {
    await api.database.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (1999999999999, 'Later')`);
    const answer = await client.get('/schema/validate');
    await api.database.query(`DELETE FROM schema_migrations WHERE name = 'Later'`);
    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', migration_version: 1_999_999_999_999 } });
  });

  it('answers schema_validation_failed when a query fails', async () => {
    await api.database.query('ALTER TABLE schema_migrations RENAME COLUMN id TO hidden');
    const answer = await client.get('/schema/validate');
    await api.database.query('ALTER TABLE schema_migrations RENAME COLUMN hidden TO id');
    expectError(answer, 500, 'schema_validation_failed');
  });
});
