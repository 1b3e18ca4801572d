import { Secret } from '@app/common';
import { loadMigrateSettings } from '@app/config';
import { createDataSource, migrateDatabase, Notifications } from '@app/persistence';
import { migrateQueue } from '@app/queue';
import { openPostgresBackend } from '../../../libs/queue/src/queue-backend.js';

/** The test server has no TLS, so a client that requires it must not connect. */
describe('DATABASE_URL with sslmode=verify-full', () => {
  const encrypted = (): string => `${process.env.TEST_DATABASE_ADMIN_URL}?sslmode=verify-full`;

  const CONNECTIONS: [name: string, connect: (url: string) => Promise<unknown>][] = [
    [
      'the migrations',
      (url) => migrateDatabase({ settings: loadMigrateSettings({ DATABASE_URL: url }), migrateQueue, isDemo: false }),
    ],
    [
      'the pool of a process',
      (url) =>
        createDataSource({
          settings: loadMigrateSettings({ DATABASE_URL: url }),
          applicationName: 'test',
          entities: [],
          onIdleError: () => undefined,
        }).initialize(),
    ],
    ['the queue', (url) => openPostgresBackend(new Secret(url))],
  ];

  it.each(CONNECTIONS)('keeps %s from a connection without TLS', async (_name, connect) => {
    await expect(connect(encrypted())).rejects.toThrow('does not support SSL');
  });

  it('keeps the notifications from a connection without TLS', async () => {
    let lost = 0;
    const options = { databaseUrl: encrypted(), applicationName: 'test', onDisconnect: () => (lost += 1) };
    const notifications = new Notifications(options);
    await notifications.start();
    await notifications.close();
    expect(lost).toBe(1);
  });
});
