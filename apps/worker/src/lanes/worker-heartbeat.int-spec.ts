import { type Custody, ProviderError } from '@app/engine';
import { Logger } from '@app/observability';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { WorkerHeartbeat } from './worker-heartbeat.js';

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('WorkerHeartbeat', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  const failure = { class: 'unknown', facts: { noAnswer: 'node' }, resend: 'after_backoff', retryAfterMs: 0 } as const;

  it.each([
    ['pays for gas', () => Promise.resolve(true), true],
    ['does not', () => Promise.resolve(false), false],
    ['cannot be asked', () => Promise.reject(new ProviderError('eth_getBalance', failure)), false],
  ])('reports a worker whose custody %s', async (_what, paysGas, expected) => {
    await open.database.query('DELETE FROM worker_heartbeats');
    const heartbeat = new WorkerHeartbeat(open.database, { paysGas } as Custody, log);
    await heartbeat.onApplicationBootstrap();
    await heartbeat.beforeApplicationShutdown();
    const rows = await open.database.query('SELECT pays_gas AS "paysGas" FROM worker_heartbeats');
    expect(rows).toEqual([{ paysGas: expected }]);
  });
});
