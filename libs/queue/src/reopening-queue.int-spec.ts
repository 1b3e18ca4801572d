import { randomUUID } from 'node:crypto';
import { Secret } from '@app/common';
import { Logger } from '@app/observability';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { eventually } from '../../../test/support/eventually.js';
import { TcpProxy } from '../../../tools/support/tcp-proxy.js';
import { JobQueue } from './job-queue.js';
import { openQueueBackend } from './open-queue-backend.js';
import type { QueueBackend } from './queue-backend.js';

const ENQUEUE_TIMEOUT_MS = 60_000;

describe('a queue whose server is away when it opens', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let backend: QueueBackend;
  let queue: JobQueue;

  beforeAll(async () => {
    database = await createTestDatabase();
    const direct = new URL(database.url);
    proxy = await TcpProxy.open({ host: direct.hostname, port: Number(direct.port) });
    const proxied = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) });
    backend = await openQueueBackend(undefined, new Secret(proxied.href));
    proxy.refuse();
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    queue = new JobQueue(backend, log, ENQUEUE_TIMEOUT_MS);
  });
  afterAll(async () => {
    await queue?.close();
    await backend?.close();
    await proxy?.close();
    await database?.drop();
  });

  it('takes jobs when the server is back', async () => {
    const enqueue = () => queue.enqueueWakeup('lane', { laneId: randomUUID() });
    await expect(enqueue()).rejects.toThrow();
    proxy.heal();
    const isEnqueued = () =>
      enqueue().then(
        () => true,
        () => false,
      );
    await eventually(isEnqueued, (succeeded) => succeeded);
  });
});
