import { randomUUID } from 'node:crypto';
import { isProviderUsable } from '@app/queue';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { recordHeartbeat } from './worker-heartbeats.js';

describe('recordHeartbeat', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });

  afterAll(() => open?.close());

  const stop = (workerId: string) =>
    open.database.query(`UPDATE worker_heartbeats SET expires_at = now() - interval '1 minute' WHERE worker_id = $1`, [
      workerId,
    ]);

  it('makes the provider usable until the heartbeat of the last worker expires', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await isProviderUsable(open.database)).toBe(false);
    await recordHeartbeat(open.database, first, false);
    await recordHeartbeat(open.database, second, false);
    await recordHeartbeat(open.database, second, false);
    await stop(first);
    expect(await isProviderUsable(open.database)).toBe(true);
    await stop(second);
    expect(await isProviderUsable(open.database)).toBe(false);
    await recordHeartbeat(open.database, first, false);
    expect(await isProviderUsable(open.database)).toBe(true);
    expect(await open.database.query('SELECT worker_id AS id FROM worker_heartbeats')).toEqual([{ id: first }]);
  });
});
