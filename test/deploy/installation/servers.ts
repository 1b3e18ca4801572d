import path from 'node:path';
import { Secret } from '@app/common';
import { startMemoryChain } from '../../../dev/devnet/chain/chain.js';
import { removePostgresHome } from '../../../dev/devnet/postgres/postgres-home.js';
import { startPostgres, withClient } from '../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../support/free-ports.js';
import { findRedis, sendRedisCommand, startRedis } from '../../support/redis.js';
import { testRun } from '../../support/test-run.js';

const STOP_GRACE_MS = 20_000;

/** Servers that an installation connects to. */
export interface Servers {
  readonly postgresPort: number;
  /** Null on a machine without Redis: the queue is in PostgreSQL then. */
  readonly redisPort: number | null;
  readonly rpcUrl: string;
  /** Runs a statement as PostgreSQL's administrator. */
  administer(statement: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly folder: string;
  readonly redisPassword: string;
}

/** Starts PostgreSQL, Redis and a chain with a block per second. */
export async function startServers({ folder, redisPassword }: ServerOptions): Promise<Servers> {
  const { runFolder } = testRun();
  const [postgresPort, chainPort, queuePort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const dataDir = path.join(folder, 'postgres');
  const postgres = await startPostgres({
    ...{ dataDir, runFolder, port: postgresPort, durable: false, logFile: path.join(folder, 'postgres.log') },
    password: new Secret('administrator'),
  });
  const program = findRedis();
  const logFile = path.join(folder, 'redis.log');
  const redis = program === null ? null : await startRedis({ program, port: queuePort, logFile, runFolder });
  if (redis !== null) await sendRedisCommand(queuePort, `CONFIG SET requirepass ${redisPassword}`);
  const chain = await startMemoryChain({ port: chainPort, logFile: path.join(folder, 'chain.log'), runFolder });
  return {
    postgresPort,
    redisPort: redis === null ? null : queuePort,
    rpcUrl: chain.rpcUrl,
    administer: (statement) =>
      withClient(postgres.url('postgres'), async (client) => void (await client.query(statement))),
    stop: async () => {
      await Promise.all([chain.stop(0), redis?.stop(STOP_GRACE_MS), postgres.stop(STOP_GRACE_MS)]);
      removePostgresHome(dataDir);
    },
  };
}
