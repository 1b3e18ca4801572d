import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Secret } from '@app/common';
import { loadMigrateSettings } from '@app/config';
import { createDataSource, migrateDatabase, PROCESS_ROLES } from '@app/persistence';
import { migrateQueue } from '@app/queue';
import { eventually } from '../../../test/support/eventually.js';
import { MIGRATIONS } from '../../../migrations/index.js';
import { pretendPostgres14 } from '../../../test/support/old-postgres.js';

/** Administrator's connection string of a new, empty database. */
interface EmptyDatabase {
  url: URL;
  drop: () => Promise<void>;
}

async function emptyDatabase(): Promise<EmptyDatabase> {
  const name = `migrated_${randomBytes(6).toString('hex')}`;
  const admin = process.env.TEST_DATABASE_ADMIN_URL ?? '';
  await withClient(admin, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url, drop: () => withClient(admin, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)) };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function readRows(url: string, text: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  await withClient(url, async (client) => {
    ({ rows } = await client.query<Record<string, unknown>>(text));
  });
  return rows;
}

const TABLES = `SELECT tablename::text FROM pg_tables WHERE schemaname IN ('public', 'bullmq')`;

/** Inserts rows into the table of migrations, which it creates when it is missing. */
async function recordMigrations(
  url: string,
  ...migrations: readonly [timestamp: number, name: string][]
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations
      (id serial, "timestamp" bigint NOT NULL, name text NOT NULL)`);
    for (const row of migrations) {
      await client.query('INSERT INTO schema_migrations ("timestamp", name) VALUES ($1, $2)', row);
    }
  });
}

const migrate = (url: string): Promise<number> =>
  migrateDatabase({ settings: loadMigrateSettings({ DATABASE_URL: url }), migrateQueue, isDemo: false });

const withUser = (url: URL, user: string, password: string): string => {
  const changed = new URL(url);
  changed.username = user;
  changed.password = password;
  return changed.href;
};

describe('npm run migrate', () => {
  let database: EmptyDatabase;

  beforeEach(async () => {
    database = await emptyDatabase();
  });
  afterEach(() => database.drop());

  it('applies each migration once when several processes run it together', async () => {
    const { href } = database.url;
    const applied = await Promise.all([migrate(href), migrate(href), migrate(href)]);
    expect(applied.toSorted()).toEqual([0, 0, MIGRATIONS.length]);
  });

  it('takes a privilege back that is not in the matrix, and gives one that is missing', async () => {
    const { href } = database.url;
    await migrate(href);
    await withClient(href, async (client) => {
      await client.query(`GRANT UPDATE ON logged_events TO ${PROCESS_ROLES.api}`);
      await client.query(`GRANT SELECT (secret_hash) ON api_keys TO PUBLIC`);
      await client.query(`REVOKE ALL ON markets FROM ${PROCESS_ROLES.api}`);
    });
    expect(await migrate(href)).toBe(0);
    expect(
      await readRows(
        href,
        `SELECT has_table_privilege('presage_api', 'logged_events', 'UPDATE') AS rewrites,
           has_column_privilege('presage_webhooks', 'api_keys', 'secret_hash', 'SELECT') AS leaks,
           has_table_privilege('presage_api', 'markets', 'INSERT') AS adds`,
      ),
    ).toEqual([{ rewrites: false, leaks: false, adds: true }]);
  });

  it('gives SQL functions the text of this version again', async () => {
    const { href } = database.url;
    const body = `SELECT prosrc FROM pg_proc WHERE proname IN ('mailbox_of', 'lock_lane') ORDER BY proname`;
    await migrate(href);
    const before = await readRows(href, body);
    await withClient(href, (client) =>
      client.query(`CREATE OR REPLACE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
        PARALLEL SAFE AS $$ SELECT email $$`),
    );
    expect(await readRows(href, body)).not.toEqual(before);
    expect(await migrate(href)).toBe(0);
    expect(await readRows(href, body)).toEqual(before);
  });

  it('refuses a database of a version before 0.1.0, says what helps, and changes nothing', async () => {
    const { href } = database.url;
    await recordMigrations(href, [1790000000001, 'Core1790000000001'], [1790000000002, 'Agents1790000000002']);
    const text = /its migration Core1790000000001 is unknown here[^]*npm run reset[^]*create a new one/;
    const connects = `SELECT has_database_privilege('pg_monitor', current_database(), 'CONNECT') AS connects`;
    await expect(migrate(href)).rejects.toThrow(text);
    expect(await readRows(href, TABLES)).toEqual([{ tablename: 'schema_migrations' }]);
    expect(await readRows(href, connects)).toEqual([{ connects: true }]);
  });

  it.each([
    [
      'with a migration that is unknown here',
      `INSERT INTO schema_migrations ("timestamp", name) VALUES (1999999999999, 'Later1999999999999')`,
      /has version 99\.0\.0, which is newer than this program, \d+\.\d+\.\d+\.\nIts migration Later1999999999999 is unknown/,
    ],
    ['that only has newer functions', 'SELECT 1', /has version 99\.0\.0, which is newer than this program/],
  ])('refuses the database of a newer version %s, and changes nothing', async (_, statement, text) => {
    const { href } = database.url;
    await migrate(href);
    await withClient(href, (client) => client.query(statement));
    await withClient(href, (client) =>
      client.query(`COMMENT ON TABLE schema_migrations IS
        'Presage 99.0.0, migration 1999999999999, serves programs from 0.1.0 on'`),
    );
    const body = `SELECT prosrc FROM pg_proc WHERE proname = 'mailbox_of'`;
    await withClient(href, (client) =>
      client.query(`CREATE OR REPLACE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
        PARALLEL SAFE AS $$ SELECT email $$`),
    );
    await expect(migrate(href)).rejects.toThrow(text);
    await expect(migrate(href)).rejects.toThrow(/roll back, start the processes of .* serves programs from 0\.1\.0 on/);
    expect(await readRows(href, body)).toEqual([{ prosrc: ' SELECT email ' }]);
  });

  it('turns the compilation of plans off for every connection', async () => {
    const { url } = database;
    await migrate(url.href);
    await withClient(url.href, (client) => client.query(`ALTER ROLE presage_api LOGIN PASSWORD '${url.password}'`));
    const urls = [url.href, withUser(url, PROCESS_ROLES.api, url.password)];
    for (const each of urls) expect(await readRows(each, 'SHOW jit')).toEqual([{ jit: 'off' }]);
  });

  it('refuses a PostgreSQL that is too old, and changes nothing', async () => {
    const { href } = database.url;
    await withClient(href, pretendPostgres14);
    await expect(migrate(href)).rejects.toThrow('Presage runs on PostgreSQL 15 to 18, and this is 14.22.');
    expect(await readRows(href, TABLES)).toEqual([]);
  });

  it('refuses a database with another encoding than UTF8', async () => {
    const { url } = database;
    const name = `latin_${randomBytes(6).toString('hex')}`;
    const create = `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`;
    await withClient(url.href, (client) => client.query(create));
    const other = new URL(url);
    other.pathname = `/${name}`;
    await expect(migrate(other.href)).rejects.toThrow('the encoding SQL_ASCII, and Presage needs UTF8');
    await withClient(url.href, (client) => client.query(`DROP DATABASE ${name}`));
  });

  it('lets go of what waits behind it while a transaction holds a table', async () => {
    const { href } = database.url;
    await migrate(href);
    const waiting = async (): Promise<unknown> => {
      const rows = await readRows(
        href,
        `SELECT FROM pg_stat_activity WHERE application_name = 'presage-migrate' AND datname = current_database()
           AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await withClient(href, async (client) => {
      await client.query('BEGIN; LOCK TABLE schema_migrations IN SHARE UPDATE EXCLUSIVE MODE');
      const migrated = migrate(href);
      for (const count of [1, 0, 1]) await eventually(waiting, (found) => found === count);
      await client.query('COMMIT');
      expect(await migrated).toBe(0);
    });
  });

  it('closes the database to other users', async () => {
    await migrate(database.url.href);
    expect(
      await readRows(
        database.url.href,
        `SELECT rolname::text AS role, has_database_privilege(oid, current_database(), 'CONNECT') AS connects,
           has_database_privilege(oid, current_database(), 'TEMPORARY') AS temporary,
           has_database_privilege(oid, current_database(), 'CREATE') AS creates
         FROM pg_roles WHERE rolname = ANY ('{presage_api,presage_worker,presage_webhooks,presage_ops,pg_monitor}') ORDER BY 1`,
      ),
    ).toEqual([
      { role: 'pg_monitor', connects: false, temporary: false, creates: false },
      { role: 'presage_api', connects: true, temporary: false, creates: false },
      { role: 'presage_ops', connects: true, temporary: false, creates: false },
      { role: 'presage_webhooks', connects: true, temporary: false, creates: false },
      { role: 'presage_worker', connects: true, temporary: true, creates: false },
    ]);
  });

  it('adopts a database that the administrator made without roles', async () => {
    const { href } = database.url;
    const source = await createDataSource({
      settings: { DATABASE_URL: new Secret(href), DATABASE_POOL_MAX: 2, DATABASE_CONNECT_TIMEOUT_MS: 60_000 },
      applicationName: 'test',
      onIdleError: () => undefined,
    }).initialize();
    await source.runMigrations();
    await source.destroy();
    await withClient(href, migrateQueue);
    expect(await migrate(href)).toBe(0);
    expect(
      await readRows(
        href,
        `SELECT DISTINCT tableowner::text AS owner FROM pg_tables WHERE schemaname IN ('public', 'bullmq')
         UNION SELECT sequenceowner::text FROM pg_sequences
         UNION SELECT proowner::regrole::text FROM pg_proc WHERE proname IN ('append_event', 'add_job')
         UNION SELECT typowner::regrole::text FROM pg_type WHERE typname = 'job_state'
         UNION SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'bullmq'`,
      ),
    ).toEqual([{ owner: 'presage_owner' }]);
  });

  it('runs as a member of the owner role that may neither create roles nor is an administrator', async () => {
    const user = `migrator_${randomBytes(4).toString('hex')}`;
    const { pathname } = database.url;
    await withClient(database.url.href, async (client) => {
      await client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' IN ROLE presage_owner`);
      await client.query(`GRANT CREATE ON DATABASE ${pathname.slice(1)} TO presage_owner`);
      await client.query('GRANT USAGE, CREATE ON SCHEMA public TO presage_owner');
      await client.query(`ALTER DATABASE ${pathname.slice(1)} SET jit = off`);
    });
    expect(await migrate(withUser(database.url, user, 'secret'))).toBe(MIGRATIONS.length);
    await withClient(database.url.href, (client) => client.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`));
  });

  it('tells a user without privileges what an administrator runs', async () => {
    const user = `stranger_${randomBytes(4).toString('hex')}`;
    await withClient(database.url.href, (client) => client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`));
    await expect(migrate(withUser(database.url, user, 'secret'))).rejects.toThrow(
      new RegExp(
        `${user} may not create roles[^]*CREATE ROLE presage_owner;[^]*GRANT presage_owner TO "${user}";[^]*SET jit = off;`,
      ),
    );
    await withClient(database.url.href, (client) => client.query(`DROP ROLE ${user}`));
  });

  it.each(Object.values(PROCESS_ROLES))(
    'refuses %s, and shows no statement that would make it a member of the owner role',
    async (role) => {
      await expect(migrate(withUser(database.url, role, database.url.password))).rejects.toMatchObject({
        message: `${role} is the role of a process: DATABASE_URL of migrate names an administrator or a member of presage_owner.`,
      });
    },
  );
});
