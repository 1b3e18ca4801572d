import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { loadMigrateSettings } from '@app/config';
import { createDataSource, migrateDatabase, Notifications } from '@app/persistence';
import { migrateQueue } from '@app/queue';
import { ensureDatabase, withClient } from '../../../dev/devnet/postgres/postgres.js';
import { openPostgresBackend } from '../../../libs/queue/src/postgres-queue-backend.js';
import { TestAuthority } from '../../../test/support/certificates.js';
import { testRun } from '../../../test/support/test-run.js';
import { startTlsPostgres, type TlsPostgres } from '../../../test/support/tls-postgres.js';

/** Opens a connection of the product, and returns what closes it. */
type Connect = (url: string) => Promise<() => Promise<unknown>>;

const migrate: Connect = async (url) => {
  await migrateDatabase({ settings: loadMigrateSettings({ DATABASE_URL: url }), migrateQueue, isDemo: false });
  return () => Promise.resolve();
};

const openPool: Connect = async (url) => {
  const dataSource = createDataSource({
    settings: { DATABASE_URL: new Secret(url), DATABASE_POOL_MAX: 2, DATABASE_CONNECT_TIMEOUT_MS: 60_000 },
    applicationName: 'presage-pool',
    onIdleError: () => undefined,
  });
  await dataSource.initialize();
  return () => dataSource.destroy();
};

const openQueue: Connect = async (url) => {
  const backend = await openPostgresBackend(new Secret(url));
  return () => backend.close();
};

const CONNECTIONS: [name: string, connect: Connect][] = [
  ['the migrations', migrate],
  ['the pool of a process', openPool],
  ['the queue', openQueue],
];

/** Starts the notifications. @returns how often the connection was lost, and what closes it */
async function openNotifications(databaseUrl: string): Promise<{ lost: () => number; close: () => Promise<void> }> {
  let lost = 0;
  const options = { databaseUrl, applicationName: 'presage-notifications', onDisconnect: () => (lost += 1) };
  const notifications = new Notifications(options);
  await notifications.start();
  return { lost: () => lost, close: () => notifications.close() };
}

describe('DATABASE_URL with sslmode=verify-full, on a server without TLS', () => {
  const encrypted = (): string => `${process.env.TEST_DATABASE_ADMIN_URL}?sslmode=verify-full`;

  it.each(CONNECTIONS)('keeps %s from a connection without TLS', async (_name, connect) => {
    await expect(connect(encrypted())).rejects.toThrow('does not support SSL');
  });

  it('keeps the notifications from a connection without TLS', async () => {
    const { lost, close } = await openNotifications(encrypted());
    await close();
    expect(lost()).toBe(1);
  });
});

describe('DATABASE_URL with sslmode=verify-full, on a server with TLS', () => {
  const DATABASE = 'presage';
  const HOST = '127.0.0.1';
  const authority = new TestAuthority();
  let postgres: TlsPostgres;

  beforeAll(async () => {
    postgres = await startTlsPostgres(authority.issue(HOST));
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    await migrate(encrypted());
  });
  afterAll(() => postgres?.stop());

  /** A connection string that trusts this authority. */
  function encrypted(trusted = authority): string {
    const file = path.join(testRun().folder, `authority-${trusted.name}.pem`);
    writeFileSync(file, trusted.certificate);
    return `${postgres.url(DATABASE).reveal()}?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`;
  }

  /** Whether all connections of the product are encrypted, by application. */
  async function connections(): Promise<object[]> {
    return withClient(postgres.url(DATABASE), async (client) => {
      const { rows } = await client.query<{ name: string; encrypted: boolean }>(
        `SELECT application_name AS name, bool_and(ssl) AS encrypted FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
         WHERE application_name LIKE 'presage-%' GROUP BY application_name ORDER BY application_name`,
      );
      return rows;
    });
  }

  it('encrypts the pool of a process, the queue and the notifications', async () => {
    const url = encrypted();
    const closes = [await openPool(url), await openQueue(url), (await openNotifications(url)).close];
    expect(await connections()).toEqual(
      ['presage-notifications', 'presage-pool', 'presage-queue'].map((name) => ({ name, encrypted: true })),
    );
    for (const close of closes) await close();
  });

  it.each(CONNECTIONS)('keeps %s from a server whose authority it does not trust', async (_name, connect) => {
    const rejected = connect(encrypted(new TestAuthority()));
    await expect(rejected).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });

  it.each(CONNECTIONS)('keeps %s from a server with another name', async (_name, connect) => {
    const rejected = connect(encrypted().replace(HOST, 'localhost'));
    await expect(rejected).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it.each([
    ['an untrusted authority', () => encrypted(new TestAuthority())],
    ['another name', () => encrypted().replace(HOST, 'localhost')],
  ])('keeps the notifications from a server with %s', async (_what, url) => {
    const { lost, close } = await openNotifications(url());
    await close();
    expect(lost()).toBe(1);
  });
});
