import { once } from 'node:events';
import { expect } from '@jest/globals';
import { Client } from '../../../test/conformance/support/client.js';
import { connect, readResponses } from '../../../test/conformance/support/raw-socket.js';
import { startTestApi, type TestApi } from '../../../test/api/start-test-api.js';

/** Less than a request in flight is waited for, and much less than an open connection would be. */
const HELD_UP_MS = 6_000;
const REQUEST = 'GET /markets HTTP/1.1\r\nHost: x\r\n\r\n';

/** Holds every read of markets until it is called. */
async function holdMarkets({ database }: TestApi): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let isHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const holding = database.transaction(async (tx) => {
    await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
    isHeld();
    await released;
  });
  await held;
  return () => {
    release();
    return holding;
  };
}

async function untilWaiting({ database }: TestApi): Promise<void> {
  for (let waiting = 0; waiting === 0;) {
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    waiting = row?.count ?? 0;
  }
}

describe('the end of the API', () => {
  it('answers what is in flight, takes nothing new, and is held up by no open connection', async () => {
    const api = await startTestApi();
    const idle = connect(api.url);
    idle.write(REQUEST);
    await readResponses(idle, 1);
    const silent = connect(api.url);
    await once(silent, 'connect');
    const halfSent = connect(api.url);
    halfSent.write('GET /markets HTT');

    const release = await holdMarkets(api);
    const inFlight = connect(api.url);
    inFlight.write(REQUEST);
    await untilWaiting(api);
    const closed = api.close();
    await once(connect(api.url), 'error');
    await release();

    const [response] = await readResponses(inFlight, 1);
    const released = performance.now();
    expect(response).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await closed;
    expect(performance.now() - released).toBeLessThan(HELD_UP_MS);
    await api.stop();
  });

  it('cuts a wait for a worker short, and answers with what there is', async () => {
    const api = await startTestApi();
    const client = new Client(api.url);
    await api.database.query('UPDATE provider_accounts SET configured = true');
    const wallet = {
      agent_id: 'agent_shutdown_1',
      wallet_provider: 'provider_agent_wallet',
      allowed_actions: ['buy_yes'],
    };
    const registering = client.post('/agent/wallets', wallet);
    const tasks = async (): Promise<object[]> => api.database.query('SELECT id FROM worker_tasks');
    while ((await tasks()).length === 0);
    const started = performance.now();
    const closed = api.close();
    expect(await registering).toMatchObject({ status: 201, body: { agent_wallet: { agent_wallet_address: null } } });
    await closed;
    expect(performance.now() - started).toBeLessThan(HELD_UP_MS);
    await api.stop();
  });
});
