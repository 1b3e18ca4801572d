import { assertSchemaCompatibility, createPostgresBackend, createRedisBackend, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Secret } from '@app/common';
import { awaitDatabase, QUEUE_SCHEMA } from '@app/persistence';

export interface BullJob {
  readonly priority: number;
  changePriority(options: { priority: number }): Promise<unknown>;
}

/** Methods of a BullMQ queue that the product uses, independent of the backend. */
export interface BullQueue {
  add(name: string, data: object, opts: object): Promise<{ id?: string | undefined }>;
  addBulk(jobs: { name: string; data: object; opts: object }[]): Promise<unknown>;
  getJob(id: string): Promise<BullJob | undefined>;
  getJobCountByTypes(...types: ('waiting' | 'prioritized' | 'delayed' | 'active')[]): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

export interface BullWorker {
  waitUntilReady(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Takes no more jobs. */
  pause(doNotWaitActive: true): Promise<void>;
  close(): Promise<void>;
}

export interface BullWorkerOptions {
  concurrency: number;
  process: (job: { data: unknown; attemptsStarted: number }) => Promise<void>;
}

/** Opens queues and workers, and owns their connections. One per process. */
export interface QueueBackend {
  openQueue(name: string): BullQueue;
  openWorker(name: string, options: BullWorkerOptions): BullWorker;
  close(): Promise<void>;
}

/** Injection token of the QueueBackend. */
export const QUEUE_BACKEND = Symbol('QueueBackend');

/** Jobs of a killed worker run again after 4 to 6 s. */
const WORKER_OPTIONS = { lockDuration: 5_000, stalledInterval: 2_000, maxStalledCount: 1_000 } as const;
/** Connections that LISTEN, one per worker, and connections for statements. */
const LISTENERS = 2;
const COMMANDS = 2;

/**
 * BullMQ in the product's own Postgres, in the schema that `migrateQueue` makes, on at most four connections. Commits are
 * asynchronous: the sweeper finds what lost its wake-up in a server crash, and commits that NOTIFY run one at a time.
 * @throws Error when the schema is missing or requires a newer BullMQ
 */
export async function openPostgresBackend(databaseUrl: Secret): Promise<QueueBackend> {
  const pool = new pg.Pool({
    connectionString: databaseUrl.reveal(),
    application_name: 'presage-queue',
    max: LISTENERS + COMMANDS,
    keepAlive: true,
    options: `-c search_path=${QUEUE_SCHEMA},public -c synchronous_commit=off`,
  });
  pool.on('error', () => undefined); // an idle connection broke; the pool opens a new one on demand
  // BullMQ checks out clients without an error listener, and Node ends a process on an unhandled `error` event.
  pool.on('connect', (client) => client.on('error', () => undefined));
  await awaitDatabase(() => checkSchema(pool));
  const { Queue, Worker } = withBackend(createPostgresBackend);
  return {
    openQueue: (name) => new Queue<object>(name, { connection: pool }),
    openWorker: (name, { concurrency, process }) =>
      new Worker<unknown, void>(name, (job) => process(job), { connection: pool, concurrency, ...WORKER_OPTIONS }),
    close: () => pool.end(),
  };
}

async function checkSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await assertSchemaCompatibility(client, QUEUE_SCHEMA);
  } finally {
    client.release();
  }
}

/** BullMQ in Redis. Commands share one connection; each worker blocks on its own. */
export function openRedisBackend(url: string): QueueBackend {
  const { Queue, Worker } = withBackend(createRedisBackend);
  // Workers wait for any outage to end. Enqueueing fails fast, because a request waits for it.
  const forWorkers = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  const forQueues = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, connectTimeout: 2_000 });
  for (const connection of [forWorkers, forQueues]) connection.on('error', () => undefined); // BullMQ reports it too
  return {
    openQueue: (name) => new Queue<object>(name, { connection: forQueues }),
    openWorker: (name, { concurrency, process }) =>
      new Worker<unknown, void>(name, (job) => process(job), {
        connection: forWorkers,
        concurrency,
        ...WORKER_OPTIONS,
      }),
    close: async () => {
      forWorkers.disconnect();
      forQueues.disconnect();
      await Promise.resolve();
    },
  };
}

/** Opens Redis when `QUEUE_URL` is set, otherwise the product's Postgres. */
export async function openQueueBackend(queueUrl: Secret | undefined, databaseUrl: Secret): Promise<QueueBackend> {
  if (queueUrl === undefined) return openPostgresBackend(databaseUrl);
  const url = queueUrl.reveal();
  if (/^rediss?:\/\//.test(url)) return openRedisBackend(url);
  throw new Error('QUEUE_URL must start with redis:// or rediss://, or be empty');
}
