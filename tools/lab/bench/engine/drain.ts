import { setTimeout as delay } from 'node:timers/promises';
import type { Secret } from '@app/common';
import { JobConsumer, type JobHandler, type JobName, type JobPayloads } from '@app/queue';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { compare } from '../support/measure.js';
import { acceptWithoutWakeups } from '../../../support/engine/accept-claims.js';
import { type BenchDatabase, type BenchServers, openPool, withLimit } from './bench-servers.js';
import { openQueue, type QueueAddress, startLanes } from '../../../support/engine/engine-parts.js';
import { Recorder, RecordingDatabase } from './recording.js';
import { openReferenceQueue, replay } from './replay.js';
import type { Figure } from '../support/report.js';
import { seedClaims } from '../../../support/engine/seed-claims.js';
import { CallLogs } from '../../../support/engine/call-logs.js';
import { StubChain, StubCustody } from '../../../support/engine/stub-ports.js';

type Lane = JobPayloads['lane'];

const EXECUTIONS = 400;
const CONCURRENCY = 200;
const POLL_INTERVAL_MS = 100;

/**
 * Rate of executions with one step on a provider and a chain that answer at once. The worker's code is compared with the
 * same statements, commits and wake-ups.
 */
export async function benchDrain(
  servers: BenchServers,
  { rounds, redisUrl }: { readonly rounds: number; readonly redisUrl?: Secret },
): Promise<Figure[]> {
  const accepted = await acceptedDatabase(servers);
  const recorder = new Recorder();
  const measure = (drain: (run: DrainRun) => Promise<number>) => async (): Promise<number> => {
    await servers.wipeRedis();
    return servers.withDatabase(accepted.name, ({ url }) => {
      const address = { databaseUrl: url, ...(redisUrl && { redisUrl }) };
      return drain({ address, lanes: accepted.lanes, recorder });
    });
  };
  await measure(drainRecorded)();
  const figures = await compare(rounds, {
    product: measure(drain),
    reference: measure(drainReference),
    limit: () => withLimit(servers, (limit) => limit.drain(EXECUTIONS)),
  });
  await servers.dropDatabase(accepted);
  const name = `drain, queue in ${redisUrl ? 'Redis' : 'PostgreSQL'}`;
  const bar = { minRatio: 0.5, min: redisUrl ? 140 : 80 };
  return [{ name, unit: '/s', ...figures, bar, note: recorder.describeCosts() }];
}

/** A database with accepted executions and without wake-ups. */
export async function acceptedDatabase(
  servers: BenchServers,
): Promise<BenchDatabase & { readonly lanes: readonly Lane[] }> {
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

interface DrainRun {
  readonly address: QueueAddress;
  readonly lanes: readonly Lane[];
  readonly recorder: Recorder;
}

export async function drain({ address, lanes }: Omit<DrainRun, 'recorder'>, recorder?: Recorder): Promise<number> {
  const connected = await connectDatabase(address.databaseUrl.reveal());
  const { queue, consumer, close } = await openQueue(address, (...args) =>
    recorder === undefined ? new JobConsumer(...args) : new RecordingConsumer(recorder, ...args),
  );
  await queue.enqueueWakeups('lane', lanes);
  const logs = new CallLogs();
  const worker = await startLanes({
    databaseUrl: address.databaseUrl,
    database: recorder === undefined ? connected.database : new RecordingDatabase(connected.dataSource, recorder),
    ...{ queue, consumer, custody: new StubCustody(logs), chain: new StubChain(logs) },
  });
  const rate = await rateWhenDone(address.databaseUrl);
  await worker.close();
  await close();
  await connected.close();
  return rate;
}

function drainRecorded(run: DrainRun): Promise<number> {
  return drain(run, run.recorder);
}

async function drainReference({ address, lanes, recorder }: DrainRun): Promise<number> {
  const pool = openPool(address.databaseUrl);
  const migrating = await openQueue(address); // creates the queue's tables
  await migrating.close();
  const queue = openReferenceQueue(address);
  await queue.enqueueWakeups(lanes);
  queue.consume(CONCURRENCY, ({ laneId }) => replay(pool, recorder.unitsOf(laneId)));
  const rate = await rateWhenDone(address.databaseUrl);
  await queue.close();
  await pool.end();
  return rate;
}

/** Returns the rate between the first armed step and the end of the last execution, from the event times. */
async function rateWhenDone(databaseUrl: Secret): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ done: number; seconds: number }>(
        `SELECT count(*) FILTER (WHERE type = 'execution.executed')::int AS done,
           extract(epoch FROM max(at) - min(at) FILTER (WHERE type = 'step.armed'))::float8 AS seconds
         FROM execution_events`,
      );
      if (rows[0]?.done === EXECUTIONS) return EXECUTIONS / rows[0].seconds;
      await delay(POLL_INTERVAL_MS);
    }
  });
}

/** Records the statements of each job under its lane. */
class RecordingConsumer extends JobConsumer {
  constructor(
    private readonly recorder: Recorder,
    ...args: ConstructorParameters<typeof JobConsumer>
  ) {
    super(...args);
  }

  override start<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): Promise<void> {
    return super.start(name, concurrency, (payload, delivery) =>
      this.recorder.run(subjectOf(payload), () => handler(payload, delivery)),
    );
  }
}

function subjectOf(payload: JobPayloads[JobName]): string {
  return 'laneId' in payload ? payload.laneId : payload.taskId;
}
