import { createPostgresBackend, createRedisBackend, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { JobPayloads } from '@app/queue';
import type { QueueAddress } from '../../../support/engine/engine-parts.js';
import type { Statement, Unit } from './recording.js';

type LaneJob = JobPayloads['lane'];

const QUEUE = 'lanes';
const JOB_OPTIONS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
const statementNames = new Map<string, string>();

/** The reference: runs recorded statements in the same transactions, without engine, mapping or decisions. */
export async function replay(pool: pg.Pool, units: readonly Unit[]): Promise<void> {
  for (const { isTransaction, statements } of units) {
    if (isTransaction) await replayTransaction(pool, statements);
    else for (const statement of statements) await pool.query(prepared(statement));
  }
}

async function replayTransaction(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(prepared(statement));
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

function prepared({ text, parameters }: Statement): pg.QueryConfig {
  const name = statementNames.get(text) ?? `reference_${statementNames.size}`;
  statementNames.set(text, name);
  return { name, text, values: [...parameters] };
}

/** BullMQ used as documented, without the product's wrapper. */
export interface ReferenceQueue {
  enqueueWakeup(job: LaneJob): Promise<unknown>;
  enqueueWakeups(jobs: readonly LaneJob[]): Promise<unknown>;
  consume(concurrency: number, handler: (job: LaneJob) => Promise<void>): void;
  close(): Promise<void>;
}

export function openReferenceQueue({ databaseUrl, redisUrl }: QueueAddress): ReferenceQueue {
  if (redisUrl !== undefined) {
    const { Queue, Worker } = withBackend(createRedisBackend);
    const connection = new Redis(redisUrl.reveal(), { maxRetriesPerRequest: null });
    const queue = new Queue<LaneJob>(QUEUE, { connection });
    const createWorker: CreateWorker = (handler, concurrency) =>
      new Worker<LaneJob>(QUEUE, (job) => handler(job.data), { connection, concurrency });
    return referenceQueue(queue, createWorker, () => Promise.resolve(connection.disconnect()));
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = new pg.Pool({
    connectionString: databaseUrl.reveal(),
    max: 4,
    options: '-c search_path=bullmq,public -c synchronous_commit=off',
  });
  const queue = new Queue<LaneJob>(QUEUE, { connection });
  const createWorker: CreateWorker = (handler, concurrency) =>
    new Worker<LaneJob>(QUEUE, (job) => handler(job.data), { connection, concurrency });
  return referenceQueue(queue, createWorker, () => connection.end());
}

interface BullQueue {
  add(name: string, data: LaneJob, options: object): Promise<unknown>;
  addBulk(jobs: { name: string; data: LaneJob; opts: object }[]): Promise<unknown>;
  close(): Promise<void>;
}

type CreateWorker = (handler: (job: LaneJob) => Promise<void>, concurrency: number) => { close(): Promise<void> };

function referenceQueue(queue: BullQueue, createWorker: CreateWorker, disconnect: () => Promise<void>): ReferenceQueue {
  let worker: ReturnType<CreateWorker> | null = null;
  return {
    enqueueWakeup: (job) => queue.add('lane', job, optionsOf(job)),
    enqueueWakeups: (jobs) => queue.addBulk(jobs.map((job) => ({ name: 'lane', data: job, opts: optionsOf(job) }))),
    consume: (concurrency, handler) => {
      worker = createWorker(handler, concurrency);
    },
    close: async () => {
      await worker?.close();
      await queue.close();
      await disconnect();
    },
  };
}

function optionsOf({ laneId }: LaneJob): object {
  return { ...JOB_OPTIONS, jobId: `lane_${laneId}` };
}
