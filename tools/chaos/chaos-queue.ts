import path from 'node:path';
import type { Secret } from '@app/common';
import { findFreePort } from '../../apps/devnet/src/processes/ports.js';
import { errorCode } from '../../apps/devnet/src/processes/error-code.js';
import { withClient } from '../../apps/devnet/src/postgres/postgres.js';
import { findRedis, startRedis, sendRedisCommand } from '../stack/redis.js';
import type { RunFolder } from '../../apps/devnet/src/processes/run-folder.js';

export interface ChaosQueue {
  /** What tells the product where its queue is. */
  readonly env: Readonly<Record<string, string>>;
  /** Forgets every ring. */
  wipe(): Promise<void>;
  /** Ends the queue's server and starts it again, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ChaosQueueOptions {
  readonly kind: 'postgres' | 'redis';
  readonly databaseUrl: Secret;
  readonly folder: string;
  readonly runFolder: RunFolder;
}

export async function openChaosQueue(options: ChaosQueueOptions): Promise<ChaosQueue> {
  return options.kind === 'redis' ? openRedis(options) : openTables(options);
}

async function openRedis({ folder, runFolder }: ChaosQueueOptions): Promise<ChaosQueue> {
  const program = findRedis();
  if (program === null) throw new Error('there is no redis-server on this machine');
  const port = await findFreePort();
  const start = () => startRedis({ program, port, logFile: path.join(folder, 'logs', 'redis.log'), runFolder });
  let redis = await start();
  return {
    env: { QUEUE_URL: redis.url },
    wipe: async () => {
      await sendRedisCommand(port, 'FLUSHALL');
    },
    restart: async () => {
      redis.kill('SIGKILL');
      await redis.exited;
      redis = await start();
    },
    stop: () => redis.stop(2_000),
  };
}

const DEADLOCK = '40P01';
const EMPTY = 'TRUNCATE bullmq.job, bullmq.event, bullmq.meta, bullmq.dedup CASCADE';

function openTables({ databaseUrl }: ChaosQueueOptions): Promise<ChaosQueue> {
  const run = (statement: string) => withClient(databaseUrl, async (client) => void (await client.query(statement)));
  const wipe = async (): Promise<void> => {
    // The queue's own statements lock the same tables in other orders, and either side may have to give way.
    for (let isEmpty = false; !isEmpty;) isEmpty = await unlessDeadlocked(run(EMPTY));
  };
  return Promise.resolve({
    env: {},
    wipe,
    // The server is the database's own; what a restart of a queue does beyond that is to end its connections.
    restart: async () => {
      await wipe();
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'presage-queue'`);
    },
    stop: () => Promise.resolve(),
  });
}

/** Whether it was done. */
async function unlessDeadlocked(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (errorCode(error) === DEADLOCK) return false;
    throw error;
  }
}
