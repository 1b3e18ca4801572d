import { eventually } from '../../../test/support/eventually.js';
import { openDatabase } from '../../../test/support/open-database.js';
import { Notifications } from './notifications.js';

const APPLICATION_NAME = 'listening-test';

it('calls the listeners when its connection is back, as a notification may be lost', async () => {
  const open = await openDatabase();
  let [calls, listens] = [0, 0];
  const notifications = new Notifications({
    databaseUrl: open.url,
    applicationName: APPLICATION_NAME,
    onDisconnect: () => undefined,
    onListen: () => (listens += 1),
  });
  try {
    notifications.subscribe('lanes', () => (calls += 1));
    await notifications.start();
    expect(calls).toBe(0);
    await open.database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
      [APPLICATION_NAME],
    );
    await eventually(
      () => Promise.resolve(listens),
      (count) => count === 2,
    );
    expect(calls).toBe(1);
  } finally {
    await notifications.close();
    await open.close();
  }
});
