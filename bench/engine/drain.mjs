// How fast accepted single-step executions are carried out when the provider answers at once: the worker's real code on
// stub ports, against the same statements, commits and rings.
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../dist/apps/devnet/src/postgres/postgres.js';
import { Database } from '../../dist/libs/persistence/src/index.js';
import { JobConsumer } from '../../dist/libs/queue/src/index.js';
import { costsOf } from './accept.mjs';
import { openBareQueue, replay } from './support/bare.mjs';
import { openEngine, openQueue, startLanes } from './support/engine.mjs';
import { inParallel, sideBySide } from './support/measure.mjs';
import { Recorder, RecordingDatabase } from './support/recording.mjs';
import { seedClaims } from './support/seed.mjs';
import { openPool } from './support/stack-config.mjs';
import { StubChain, StubProvider } from './support/stub-ports.mjs';

const EXECUTIONS = 400;
const CONCURRENCY = 200;

/** @param redis whether the rings go through Redis */
export async function benchDrain(site, { rounds, redis = false }) {
  const accepted = await acceptedDatabase(site);
  const queueUrl = redis ? { redisUrl: site.redis.url } : {};
  const recorder = new Recorder();
  const measure = (drain) => async () => {
    await site.wipeRedis();
    return site.withDatabase(accepted.name, ({ url }) => drain({ databaseUrl: url, ...queueUrl }, accepted.lanes));
  };
  await measure((...run) => drainOurs(...run, recorder))();
  const figures = await sideBySide(
    rounds,
    measure((...run) => drainOurs(...run)),
    measure((...run) => drainBare(...run, recorder)),
  );
  await site.dropDatabase(accepted);
  const bar = { ratio: 0.5, least: redis ? 140 : 80 };
  const what = `drain, rings in ${redis ? 'Redis' : 'PostgreSQL'}`;
  return [{ what, unit: 'a second', ...figures, bar, note: costsOf(recorder) }];
}

/** A database in which everything has been accepted and nothing rung. */
async function acceptedDatabase(site) {
  const database = await site.createDatabase();
  const intentIds = await seedClaims(database.url, { wallets: EXECUTIONS });
  const pool = openPool(database.url);
  const deaf = { enqueueWakeup: () => Promise.resolve() };
  const engine = openEngine(new Database(pool), deaf);
  await inParallel(intentIds, 16, (intentId) => engine.accept({ intentId, requestId: 'bench' }));
  await pool.query('ANALYZE');
  const { rows } = await pool.query('SELECT id AS "laneId", version FROM lanes ORDER BY id');
  await pool.end();
  return { ...database, lanes: rows };
}

async function drainOurs(at, lanes, recorder) {
  const pool = openPool(at.databaseUrl);
  const { queue, consumer, close } = await openQueue(at);
  await queue.enqueueWakeups('lane', lanes);
  const worker = await startLanes({
    databaseUrl: at.databaseUrl,
    database: recorder === undefined ? new Database(pool) : new RecordingDatabase(pool, recorder),
    queue,
    consumer: recorder === undefined ? consumer : new RecordingConsumer(consumer, recorder),
    provider: new StubProvider(),
    chain: new StubChain(),
  });
  const rate = await rateOnceDone(at.databaseUrl);
  await worker.close();
  await close();
  await pool.end();
  return rate;
}

async function drainBare(at, lanes, recorder) {
  const pool = openPool(at.databaseUrl);
  const warm = await openQueue(at); // makes the queue's tables
  await warm.close();
  const queue = await openBareQueue(at);
  await queue.enqueueWakeups(lanes);
  queue.answer(CONCURRENCY, ({ laneId }) => replay(pool, recorder.unitsOf(laneId)));
  const rate = await rateOnceDone(at.databaseUrl);
  await queue.close();
  await pool.end();
  return rate;
}

/** By the database's own record: from the first step that was armed to the last execution that ended. */
async function rateOnceDone(databaseUrl) {
  return withClient(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `SELECT count(*) FILTER (WHERE type = 'execution.executed')::int AS done,
           extract(epoch FROM max(at) - min(at) FILTER (WHERE type = 'step.armed'))::float8 AS seconds
         FROM execution_events`,
      );
      if (rows[0].done === EXECUTIONS) return EXECUTIONS / rows[0].seconds;
      await delay(100);
    }
  });
}

class RecordingConsumer extends JobConsumer {
  constructor(inner, recorder) {
    super();
    this.inner = inner;
    this.recorder = recorder;
  }

  start(name, concurrency, handler) {
    return this.inner.start(name, concurrency, (payload) => this.recorder.run(payload.laneId, () => handler(payload)));
  }

  close() {
    return this.inner.close();
  }
}
