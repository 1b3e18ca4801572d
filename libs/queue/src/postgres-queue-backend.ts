import { assertSchemaCompatibility, createPostgresBackend, withBackend } from 'bullmq';
import pg from 'pg';
import type { Secret } from '@app/common';
import { awaitDatabase, QUEUE_SCHEMA } from '@app/persistence';
import { type QueueBackend, WORKER_OPTIONS } from './queue-backend.js';

/** Connections that LISTEN, one per worker, and connections for statements. */
const LISTENERS = 2;
const COMMANDS = 2;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 20_000;
/** The server answers within the statement timeout, unless its host is lost. */
const ANSWER_TIMEOUT_MS = 25_000;
/** Connections that listen are silent for long. */
const KEEP_ALIVE_DELAY_MS = 15_000;

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
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    options: `-c search_path=${QUEUE_SCHEMA},public -c synchronous_commit=off`,
  });
  pool.on('error', () => undefined); // an idle connection broke; the pool opens a new one on demand
  // BullMQ checks out clients without an error listener, and Node ends a process on an unhandled `error` event.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await awaitDatabase(() => checkSchema(pool));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  return {
    openQueue: (name, onError) => new Queue<object>(name, { connection: pool }).on('error', onError),
    openWorker: (name, { concurrency, process, onError }) => {
      const options = { connection: pool, concurrency, ...WORKER_OPTIONS };
      return new Worker<unknown, void>(name, (job) => process(job), options).on('error', onError);
    },
    note: null,
    close: () => pool.end(),
  };
}

async function checkSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await assertSchemaCompatibility(client, QUEUE_SCHEMA);
    client.release();
  } catch (error) {
    client.release(true); // it may have an unanswered query
    throw error;
  }
}
