import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, jest } from '@jest/globals';
import { recordHeartbeat } from '@app/engine';
import { Client } from '../../../test/conformance/support/client.js';
import { connect, readResponses } from '../../../test/conformance/support/raw-socket.js';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApi, type TestApi } from '../../../test/api/start-test-api.js';
import { InFlightRequests } from './http/in-flight-requests.js';

/** Longer than a test may take: a connection that delays the shutdown until the drain timeout fails the test. */
const DRAIN_TIMEOUT_MS = 600_000;
const REQUEST = 'GET /markets HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Locks the markets table. @returns a function that unlocks it */
async function lockMarkets({ database }: TestApi): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let onLocked = (): void => undefined;
  const locked = new Promise<void>((resolve) => (onLocked = resolve));
  const transaction = database.transaction(async (tx) => {
    await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
    onLocked();
    await released;
  });
  await locked;
  return () => {
    release();
    return transaction;
  };
}

async function untilQueryWaits({ database }: TestApi): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await eventually(
    () => database.query(waiting),
    (queries) => queries.length > 0,
  );
}

/** Returns `connected`, or the error's code. */
async function tryToConnect(url: string): Promise<string> {
  const socket = connect(url);
  try {
    await once(socket, 'connect');
    return 'connected';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}

describe('shutdown of the API', () => {
  beforeEach(() => {
    const drain = jest.spyOn(InFlightRequests.prototype, 'drain');
    drain.mockImplementation(function (this: InFlightRequests) {
      drain.mockRestore();
      return this.drain(DRAIN_TIMEOUT_MS);
    });
  });
  afterAll(() => jest.restoreAllMocks());

  it('answers requests in flight, refuses new connections and does not wait for open ones', async () => {
    const api = await startTestApi();
    const idle = connect(api.url);
    idle.write(REQUEST);
    await readResponses(idle, 1);
    const silent = connect(api.url);
    await once(silent, 'connect');
    const halfSent = connect(api.url);
    halfSent.write('GET /markets HTT');

    const release = await lockMarkets(api);
    const inFlight = connect(api.url);
    inFlight.write(REQUEST);
    await untilQueryWaits(api);
    const closed = api.close();
    await eventually(
      () => tryToConnect(api.url),
      (outcome) => outcome === 'ECONNREFUSED',
    );
    await release();

    const [response] = await readResponses(inFlight, 1);
    expect(response).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await closed;
    await api.stop();
  });

  it('ends waits for a worker and answers with the record as it is', async () => {
    const api = await startTestApi();
    const client = new Client(api.url);
    await recordHeartbeat(api.database, randomUUID(), false);
    const wallet = {
      agent_id: 'agent_shutdown_1',
      wallet_provider: 'provider_agent_wallet',
      allowed_actions: ['buy_yes'],
    };
    const registering = client.post('/agent/wallets', wallet);
    await eventually(
      () => api.database.query('SELECT id FROM worker_tasks'),
      (tasks) => tasks.length > 0,
    );
    const closed = api.close();
    expect(await registering).toMatchObject({ status: 201, body: { agent_wallet: { agent_wallet_address: null } } });
    await closed;
    await api.stop();
  });
});
