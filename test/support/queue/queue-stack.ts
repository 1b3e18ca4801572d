import { Secret } from '@app/common';
import { Logger } from '@app/observability';
import { sqlState } from '@app/persistence';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from '../free-ports.js';
import { findRedis, startRedis, sendRedisCommand } from '../redis.js';
import { createTestDatabase } from '../index.js';
import { testRun } from '../test-run.js';
import { QueueDashboard } from '../../../libs/queue/src/dashboard/queue-dashboard.js';
import { JobConsumer } from '../../../libs/queue/src/job-consumer.js';
import { JobQueue } from '../../../libs/queue/src/job-queue.js';
import { openQueueBackend } from '../../../libs/queue/src/open-queue-backend.js';

/** Queue and consumer of one process. */
export interface QueueConnection {
  queue: JobQueue;
  consumer: JobConsumer;
  dashboard: QueueDashboard;
  close(): Promise<void>;
}

/** A queue server or schema for one test. */
export interface QueueFixture {
  databaseUrl: string;
  /** Empty for the queue in Postgres. */
  queueUrl: string;
  open(): Promise<QueueConnection>;
  /** Removes every job, as a lost Redis does. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
/** Longer than in the product, for slow machines. */
const ENQUEUE_TIMEOUT_MS = 60_000;

export async function openPostgresQueue(): Promise<QueueFixture> {
  const database = await createTestDatabase();
  return {
    ...createFixture({ databaseUrl: database.url, queueUrl: '' }),
    wipe: () => wipeQueueTables(database.url),
    close: () => database.drop(),
  };
}

/** Whether this machine has a Redis to test with. */
export function hasRedis(): boolean {
  return process.env.TEST_REDIS_URL !== undefined || findRedis() !== null;
}

export async function openRedisQueue(): Promise<QueueFixture> {
  const given = process.env.TEST_REDIS_URL;
  if (given !== undefined) {
    const port = Number(new URL(given).port || 6379);
    await sendRedisCommand(port, 'FLUSHALL');
    return {
      ...createFixture({ databaseUrl: '', queueUrl: given }),
      wipe: async () => void (await sendRedisCommand(port, 'FLUSHALL')),
      close: async () => void (await sendRedisCommand(port, 'FLUSHALL')),
    };
  }
  const program = findRedis();
  if (program === null) throw new Error('there is no Redis on this machine');
  const { folder, runFolder } = testRun();
  const port = await findFreePort();
  const redis = await startRedis({ program, port, logFile: path.join(folder, `redis-${port}.log`), runFolder });
  return {
    ...createFixture({ databaseUrl: '', queueUrl: redis.url }),
    wipe: async () => void (await sendRedisCommand(port, 'FLUSHALL')),
    close: () => redis.stop(2_000),
  };
}

function createFixture({ databaseUrl, queueUrl }: { databaseUrl: string; queueUrl: string }) {
  return { databaseUrl, queueUrl, open: () => connectQueue({ databaseUrl, queueUrl }) };
}

/** Connects as one process does. */
export async function connectQueue({
  databaseUrl,
  queueUrl,
}: Pick<QueueFixture, 'databaseUrl' | 'queueUrl'>): Promise<QueueConnection> {
  const url = queueUrl === '' ? undefined : new Secret(queueUrl);
  const backend = await openQueueBackend(url, new Secret(databaseUrl));
  const queue = new JobQueue(backend, log, ENQUEUE_TIMEOUT_MS);
  const consumer = new JobConsumer(backend, log);
  return {
    queue,
    consumer,
    dashboard: new QueueDashboard(backend, log),
    close: async () => {
      await consumer.close();
      await queue.close();
      await backend.close();
    },
  };
}

async function wipeQueueTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (let isEmpty = false; !isEmpty;) {
      try {
        await client.query('TRUNCATE bullmq.job, bullmq.event, bullmq.meta, bullmq.dedup CASCADE');
        isEmpty = true;
      } catch (error) {
        // The queue's statements lock the tables in another order, so either side may be chosen as deadlock victim.
        if (sqlState(error) !== '40P01') throw error;
      }
    }
  } finally {
    await client.end();
  }
}
