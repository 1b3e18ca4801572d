import { createPostgresBackend, createRedisBackend, runMigrations, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Secret } from '@app/common';

/** The parts of a BullMQ queue that are used, whatever it stands on. */
export interface BullQueue {
  add(name: string, data: object, opts: object): Promise<unknown>;
  addBulk(jobs: { name: string; data: object; opts: object }[]): Promise<unknown>;
  getWaitingCount(): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

export interface BullWorker {
  waitUntilReady(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

export interface BullWorkerOptions {
  concurrency: number;
  process: (data: unknown) => Promise<void>;
}

/** A place where queues live. One per process; it owns the connections. */
export interface QueueBackend {
  openQueue(name: string): BullQueue;
  openWorker(name: string, options: BullWorkerOptions): BullWorker;
  close(): Promise<void>;
}

/** A ring whose worker died is rung again by the sweeper long before these matter; they only bound what is left behind. */
const WORKER_OPTIONS = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000 } as const;
const LISTENERS = 2;
const COMMANDS = 2;

/**
 * Queues in the product's own Postgres, in the schema `bullmq`. Opens at most four connections. Their commits do not wait
 * for the disk: a ring that a crash of the server takes is made good from the lane's row, and each of them notifies, which
 * Postgres does one commit after the other.
 */
export async function openPostgresBackend(databaseUrl: Secret): Promise<QueueBackend> {
  const pool = new pg.Pool({
    connectionString: databaseUrl.reveal(),
    application_name: 'presage-queue',
    max: LISTENERS + COMMANDS,
    keepAlive: true,
    options: '-c search_path=bullmq,public -c synchronous_commit=off',
  });
  pool.on('error', () => undefined); // an idle connection broke; the pool opens another when one is needed
  const client = await pool.connect();
  try {
    await runMigrations(client, 'bullmq');
  } finally {
    client.release();
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  return {
    openQueue: (name) => new Queue(name, { connection: pool }),
    openWorker: (name, { concurrency, process }) =>
      new Worker(name, (job) => process(job.data), { connection: pool, concurrency, ...WORKER_OPTIONS }),
    close: () => pool.end(),
  };
}

/** Queues in Redis. Commands share one connection; each worker blocks on one of its own. */
export function openRedisBackend(url: string): QueueBackend {
  const { Queue, Worker } = withBackend(createRedisBackend);
  // Workers must outlast any outage; a ring must not: the caller has a sweeper behind it and no time.
  const patient = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  const brisk = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2_000 });
  for (const connection of [patient, brisk]) connection.on('error', () => undefined); // BullMQ reports it again
  return {
    openQueue: (name) => new Queue(name, { connection: brisk }),
    openWorker: (name, { concurrency, process }) =>
      new Worker(name, (job) => process(job.data), { connection: patient, concurrency, ...WORKER_OPTIONS }),
    close: async () => {
      patient.disconnect();
      brisk.disconnect();
      await Promise.resolve();
    },
  };
}

/** Redis when the address says so, otherwise the Postgres of the product. */
export async function openQueueBackend(queueUrl: Secret | undefined, databaseUrl: Secret): Promise<QueueBackend> {
  if (queueUrl === undefined) return openPostgresBackend(databaseUrl);
  const url = queueUrl.reveal();
  if (/^rediss?:\/\//.test(url)) return openRedisBackend(url);
  throw new Error('QUEUE_URL must start with redis:// or rediss://, or be empty');
}
