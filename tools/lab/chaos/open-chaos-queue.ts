import path from 'node:path';
import { findFreePort } from '../../../test/support/free-ports.js';
import { errorCode } from '../../../dev/devnet/processes/error-code.js';
import { withClient } from '../../../dev/devnet/postgres/postgres.js';
import { findRedis, startRedis, sendRedisCommand } from '../../../test/support/redis.js';
import type { ChaosQueue, ChaosQueueOptions } from './chaos-queue.js';
import { openCluster, openSentinels } from './chaos-redis.js';

export async function openChaosQueue(options: ChaosQueueOptions): Promise<ChaosQueue> {
  switch (options.kind) {
    case 'postgres':
      return openTables(options);
    case 'redis':
      return openRedis(options);
    case 'sentinel':
      return openSentinels(options);
    case 'cluster':
      return openCluster(options);
  }
}

async function openRedis({ folder, runFolder }: ChaosQueueOptions): Promise<ChaosQueue> {
  const program = findRedis();
  if (program === null) throw new Error('no redis-server on the PATH');
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
const TRUNCATE_QUEUE = 'TRUNCATE bullmq.job, bullmq.event, bullmq.meta, bullmq.dedup CASCADE';

function openTables({ databaseUrl }: ChaosQueueOptions): Promise<ChaosQueue> {
  const run = (statement: string) => withClient(databaseUrl, async (client) => void (await client.query(statement)));
  const wipe = async (): Promise<void> => {
    // The queue's statements lock the tables in another order, so either side may be chosen as deadlock victim.
    for (let isEmpty = false; !isEmpty;) isEmpty = await unlessDeadlocked(run(TRUNCATE_QUEUE));
  };
  return Promise.resolve({
    env: {},
    wipe,
    // PostgreSQL itself keeps running; a queue restart ends the queue's connections.
    restart: async () => {
      await wipe();
      await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'presage-queue'`);
    },
    stop: () => Promise.resolve(),
  });
}

/** @returns false when the statement was aborted by a deadlock */
async function unlessDeadlocked(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (errorCode(error) === DEADLOCK) return false;
    throw error;
  }
}
