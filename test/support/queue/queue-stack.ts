import { Secret } from '@app/common';
import { Logger } from '@app/observability';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from '../../../apps/devnet/src/processes/ports.js';
import { findRedis, startRedis, sendRedisCommand } from '../../../tools/stack/redis.js';
import { createTestDatabase } from '../index.js';
import { testRun } from '../test-run.js';
import { JobConsumer } from '../../../libs/queue/src/job-consumer.js';
import { JobQueue } from '../../../libs/queue/src/job-queue.js';
import { openQueueBackend, type QueueBackend } from '../../../libs/queue/src/queue-backend.js';

/** One process's view of the queue. */
export interface QueueEnd {
  queue: JobQueue;
  consumer: JobConsumer;
  close(): Promise<void>;
}

/** A place where a queue lives, to itself. */
export interface QueueSite {
  databaseUrl: string;
  /** Empty for the queue in Postgres. */
  queueUrl: string;
  open(): Promise<QueueEnd>;
  /** Forgets every ring, as an operator's mistake or a lost Redis would. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
/** Waits longer than the product, for slow machines. */
class PatientJobQueue extends JobQueue {
  protected override readonly enqueueTimeoutMs = 60_000;
}

export async function postgresSite(): Promise<QueueSite> {
  const database = await createTestDatabase();
  return {
    ...siteOf({ databaseUrl: database.url, queueUrl: '' }),
    wipe: () => wipeQueueTables(database.url),
    close: () => database.drop(),
  };
}

/** Null, and a line that says so, when this machine has no Redis to test with. */
export function redisIsHere(): boolean {
  return process.env.TEST_REDIS_URL !== undefined || findRedis() !== null;
}

export async function redisSite(): Promise<QueueSite> {
  const given = process.env.TEST_REDIS_URL;
  if (given !== undefined) {
    const port = Number(new URL(given).port || 6379);
    await sendRedisCommand(port, 'FLUSHALL');
    return {
      ...siteOf({ databaseUrl: '', queueUrl: given }),
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
    ...siteOf({ databaseUrl: '', queueUrl: redis.url }),
    wipe: async () => void (await sendRedisCommand(port, 'FLUSHALL')),
    close: () => redis.stop(2_000),
  };
}

function siteOf({ databaseUrl, queueUrl }: { databaseUrl: string; queueUrl: string }) {
  const open = async (): Promise<QueueEnd> => {
    const url = queueUrl === '' ? undefined : new Secret(queueUrl);
    return endOf(await openQueueBackend(url, new Secret(databaseUrl)));
  };
  return { databaseUrl, queueUrl, open };
}

function endOf(backend: QueueBackend): QueueEnd {
  const queue = new PatientJobQueue(backend, log);
  const consumer = new JobConsumer(backend, log);
  return {
    queue,
    consumer,
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
    await client.query('TRUNCATE bullmq.job, bullmq.event, bullmq.meta, bullmq.dedup CASCADE');
  } finally {
    await client.end();
  }
}
