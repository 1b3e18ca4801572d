import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '@app/common';
import { Logger } from '@app/observability';
import { connectQueue, openRedisQueue } from '../../../../test/support/queue/queue-stack.js';
import { eventually } from '../../../../test/support/eventually.js';
import { testRun } from '../../../../test/support/test-run.js';
import type { ChaosQueue } from '../../../../tools/lab/chaos/chaos-queue.js';
import { openCluster, openSentinels } from '../../../../tools/lab/chaos/chaos-redis.js';
import { TcpProxy } from '../../../../tools/support/tcp-proxy.js';
import { sendRedisCommand } from '../../../../test/support/redis.js';
import type { RedisTopology } from '../connect-redis.js';
import { JobConsumer } from '../job-consumer.js';
import { JobQueue } from '../job-queue.js';
import { openQueueBackend } from '../open-queue-backend.js';

const MAX_DELIVERY_MS = 240_000;
const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
const KINDS = [
  ['Redis Sentinel', 'sentinel', openSentinels],
  ['Redis Cluster', 'cluster', openCluster],
] as const;

describe.each(KINDS)('a queue on %s', (_name, mode, open) => {
  let servers: ChaosQueue;
  beforeAll(async () => {
    const { folder, runFolder } = testRun();
    mkdirSync(path.join(folder, 'logs'), { recursive: true });
    servers = await open({ folder, runFolder });
  });
  afterAll(() => servers?.stop());

  it('delivers wake-ups before and after the death of the primary', async () => {
    const topology: RedisTopology = { mode, sentinelName: servers.env.QUEUE_SENTINEL_NAME ?? '' };
    const backend = await openQueueBackend(new Secret(servers.env.QUEUE_URL ?? ''), new Secret(''), topology);
    const [queue, consumer] = [new JobQueue(backend, log), new JobConsumer(backend, log)];
    const seen = new Set<string>();
    await consumer.start('lane', 5, ({ laneId }) => Promise.resolve(void seen.add(laneId)));
    await consumer.start('task', 5, ({ taskId }) => Promise.resolve(void seen.add(taskId)));
    /** Enqueues until it succeeds, as the sweeper does. */
    const deliver = async (): Promise<void> => {
      const [laneId, taskId] = [randomUUID(), randomUUID()];
      const enqueue = async (): Promise<boolean> => {
        await queue.enqueueWakeup('lane', { laneId }).catch(() => undefined);
        await queue.enqueueWakeup('task', { taskId }).catch(() => undefined);
        return seen.has(laneId) && seen.has(taskId);
      };
      await eventually(enqueue, (isDelivered) => isDelivered, MAX_DELIVERY_MS);
    };
    await deliver();
    for (let count = 0; count < 2; count += 1) {
      await servers.restart();
      await deliver();
    }
    await consumer.close();
    await queue.close();
    await backend.close();
  }, 900_000);
});

it('opens a worker again whose connection is half-open', async () => {
  const fixture = await openRedisQueue();
  const port = Number(new URL(fixture.queueUrl).port);
  const proxy = await TcpProxy.open({ port });
  const connection = await connectQueue({
    databaseUrl: '',
    queueUrl: `redis://127.0.0.1:${proxy.port}`,
  });
  const seen: string[] = [];
  const { queue, consumer } = connection;
  await consumer.start('lane', 1, ({ laneId }) => Promise.resolve(void seen.push(laneId)));
  const [first, second] = [randomUUID(), randomUUID()];
  await queue.enqueueWakeup('lane', { laneId: first });
  await eventually(
    () => Promise.resolve(seen),
    (laneIds) => laneIds.includes(first),
  );
  proxy.silence();
  await eventually(
    async () => {
      await queue.enqueueWakeup('lane', { laneId: second }).catch(() => undefined);
      return seen;
    },
    (laneIds) => laneIds.includes(second),
    MAX_DELIVERY_MS,
  );
  // Of the queue, of the worker, and of this command.
  const countClients = async (): Promise<number> =>
    (await sendRedisCommand(port, 'CLIENT LIST')).split('\n').filter((line) => line.startsWith('id=')).length;
  await eventually(countClients, (count) => count === 4);
  await connection.close();
  await proxy.close();
  await fixture.close();
}, 900_000);
