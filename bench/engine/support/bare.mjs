// The reference: a program that knows nothing but its statements. No engine, no rows mapped, no decisions.
import { createPostgresBackend, createRedisBackend, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

const names = new Map();

/** Says what was recorded, unit by unit. */
export async function replay(pool, units) {
  for (const { transaction, statements } of units) {
    if (transaction) await replayTransaction(pool, statements);
    else await pool.query(prepared(statements[0]));
  }
}

async function replayTransaction(pool, statements) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(prepared(statement));
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

function prepared({ text, parameters }) {
  if (!names.has(text)) names.set(text, `bare_${names.size}`);
  return { name: names.get(text), text, values: [...parameters] };
}

/**
 * BullMQ as its documentation has it, without the product's wrapping.
 * @typedef {{ databaseUrl: Secret, redisUrl?: Secret }} QueueAt
 * @typedef {import('../../../libs/common/src/index.js').Secret} Secret
 * @param {QueueAt} at
 */
export async function openBareQueue({ databaseUrl, redisUrl }) {
  if (redisUrl !== undefined) {
    const { Queue, Worker } = withBackend(createRedisBackend);
    const connection = new Redis(redisUrl.reveal(), { maxRetriesPerRequest: null });
    return bareQueue({ Queue, Worker, connection, end: () => connection.disconnect() });
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  const connection = new pg.Pool({
    connectionString: databaseUrl.reveal(),
    max: 4,
    options: '-c search_path=bullmq,public -c synchronous_commit=off',
  });
  return bareQueue({ Queue, Worker, connection, end: () => connection.end() });
}

function bareQueue({ Queue, Worker, connection, end }) {
  const queue = new Queue('lanes', { connection });
  let worker;
  return {
    ring: (laneId, version) =>
      queue.add('lane', { laneId, version }, { ...FORGET, jobId: `lane_${laneId}_${version}` }),
    enqueueWakeups: (lanes) =>
      queue.addBulk(
        lanes.map(({ laneId, version }) => ({
          name: 'lane',
          data: { laneId, version },
          opts: { ...FORGET, jobId: `lane_${laneId}_${version}` },
        })),
      ),
    answer: (concurrency, work) => {
      worker = new Worker('lanes', (job) => work(job.data), { connection, concurrency });
    },
    close: async () => {
      await worker?.close();
      await queue.close();
      await end();
    },
  };
}

const FORGET = { attempts: 1, removeOnComplete: true, removeOnFail: true };
