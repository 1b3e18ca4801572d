import { randomUUID } from 'node:crypto';
import { Secret } from '@app/common';
import { Logger } from '@app/observability';
import { createTestDatabase } from '../../../test/support/index.js';
import { eventually } from '../../../test/support/eventually.js';
import { TcpProxy } from '../../../tools/support/tcp-proxy.js';
import { JobQueue } from './job-queue.js';
import { openQueueBackend } from './open-queue-backend.js';

const ENQUEUE_TIMEOUT_MS = 60_000;

describe('a queue whose server is away when it opens', () => {
  it('takes jobs when the server is back', async () => {
    const database = await createTestDatabase();
    const direct = new URL(database.url);
    const proxy = await TcpProxy.open({ host: direct.hostname, port: Number(direct.port) });
    const proxied = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) });
    const backend = await openQueueBackend(undefined, new Secret(proxied.href));
    proxy.refuse();
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const queue = new JobQueue(backend, log, ENQUEUE_TIMEOUT_MS);
    const enqueue = () => queue.enqueueWakeup('lane', { laneId: randomUUID() });
    await expect(enqueue()).rejects.toThrow();
    proxy.heal();
    const succeeds = (work: Promise<void>) =>
      work.then(
        () => true,
        () => false,
      );
    await eventually(
      () => succeeds(enqueue()),
      (isEnqueued) => isEnqueued,
    );
    await queue.close();
    await backend.close();
    await proxy.close();
    await database.drop();
  });
});
