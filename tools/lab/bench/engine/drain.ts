import { setTimeout as delay } from 'node:timers/promises';
import type { Secret } from '@app/common';
import type { JobPayloads } from '@app/queue';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { acceptWithoutWakeups } from '../../../support/engine/accept-claims.js';
import { CallLogs } from '../../../support/engine/call-logs.js';
import { openQueue, type QueueAddress, startLanes } from '../../../support/engine/engine-dependencies.js';
import { seedClaims } from '../../../support/engine/seed-claims.js';
import { StubChain, StubCustody } from '../../../support/engine/stub-ports.js';
import { repeat } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import type { BenchDatabase, BenchServers } from './bench-servers.js';

type Lane = JobPayloads['lane'];

const EXECUTIONS = 400;
const POLL_INTERVAL_MS = 100;

/** Rate of executions with one step on a provider and a chain that answer at once. */
export async function benchDrain(
  servers: BenchServers,
  { rounds, redisUrl }: { readonly rounds: number; readonly redisUrl?: Secret },
): Promise<Figure[]> {
  const { lanes, ...accepted } = await acceptedDatabase(servers);
  const product = await repeat(rounds, async () => {
    await servers.wipeRedis();
    return servers.withDatabase(accepted.name, ({ url }) =>
      drain({ databaseUrl: url, ...(redisUrl && { redisUrl }) }, lanes),
    );
  });
  await servers.dropDatabase(accepted);
  const name = `drain, queue in ${redisUrl ? 'Redis' : 'PostgreSQL'}`;
  return [{ name, unit: '/s', product, note: `${EXECUTIONS} executions` }];
}

/** A database with accepted executions and without wake-ups. */
async function acceptedDatabase(servers: BenchServers): Promise<BenchDatabase & { readonly lanes: readonly Lane[] }> {
  const database = await servers.createDatabase();
  const intentIds = await seedClaims(database.url, { wallets: EXECUTIONS });
  await acceptWithoutWakeups(database.url, intentIds);
  const { rows: lanes } = await withClient(database.url, async (client) => {
    // Due later, so that jobs and not the sweep serve the lanes: the reference has jobs only.
    await client.query(`UPDATE lanes SET wake_at = now() + interval '1 day'`);
    return client.query<Lane>('SELECT id AS "laneId" FROM lanes ORDER BY id');
  });
  return { ...database, lanes };
}

async function drain(address: QueueAddress, lanes: readonly Lane[]): Promise<number> {
  const connected = await connectDatabase(address.databaseUrl.reveal());
  const { queue, consumer, close } = await openQueue(address);
  await queue.enqueueWakeups('lane', lanes);
  const logs = new CallLogs();
  const worker = await startLanes({
    ...{ databaseUrl: address.databaseUrl, database: connected.database, queue, consumer },
    ...{ custody: new StubCustody(logs), chain: new StubChain(logs) },
  });
  const rate = await rateWhenDone(address.databaseUrl);
  await worker.close();
  await close();
  await connected.close();
  return rate;
}

/** Returns the rate between the first armed step and the end of the last execution. */
async function rateWhenDone(databaseUrl: Secret): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ done: number; seconds: number }>(
        `SELECT count(*) FILTER (WHERE status = 'executed')::int AS done,
           extract(epoch FROM max(completed_at) - (SELECT min(armed_at) FROM execution_steps))::float8 AS seconds
         FROM executions`,
      );
      if (rows[0]?.done === EXECUTIONS) return EXECUTIONS / rows[0].seconds;
      await delay(POLL_INTERVAL_MS);
    }
  });
}
