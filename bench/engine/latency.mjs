// How long after an agent's execute the provider hears of it, at light load: the accepting transaction, the ring, the
// queue, the lease, all checks, and arming. Chain and provider answer at once, so all of it is ours.
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../../dist/libs/persistence/src/index.js';
import { openEngine, openQueue, startLanes } from './support/engine.mjs';
import { quantile } from './support/measure.mjs';
import { seedClaims } from './support/seed.mjs';
import { openPool } from './support/stack-config.mjs';
import { StubChain, StubProvider } from './support/stub-ports.mjs';

const SAMPLES = 80;
const WARM_UP = 20;
const REST_MS = 40;

export async function benchLatency(site, { rounds, redis = false }) {
  const seeded = await site.createDatabase();
  const intentIds = await seedClaims(seeded.url, { wallets: SAMPLES + WARM_UP });
  const queueUrl = redis ? { redisUrl: site.redis.url } : {};
  const samplesMs = [];
  for (let round = 0; round < rounds; round += 1) {
    await site.wipeRedis();
    const measured = await site.withDatabase(seeded.name, ({ url }) =>
      measure({ databaseUrl: url, ...queueUrl }, intentIds),
    );
    samplesMs.push(...measured.slice(WARM_UP));
  }
  await site.dropDatabase(seeded);
  const where = redis ? 'Redis' : 'PostgreSQL';
  const line = (share, name, mostMs) => ({
    what: `accept → provider call, ${name}, rings in ${where}`,
    unit: 'ms',
    ours: quantile(samplesMs, share),
    bar: { most: mostMs },
    note: `${samplesMs.length} executes, one at a time`,
  });
  return [line(0.5, 'p50', 15), line(0.99, 'p99', 60)];
}

async function measure(at, intentIds) {
  const pool = openPool(at.databaseUrl);
  const database = new Database(pool);
  const { queue, consumer, close } = await openQueue(at);
  const heard = new Map();
  const provider = new StubProvider((body) => heard.get(JSON.parse(body).refId.split('/')[0])(performance.now()));
  const worker = await startLanes({
    ...{ databaseUrl: at.databaseUrl, database, queue, consumer, provider },
    chain: new StubChain(),
  });
  const engine = openEngine(database, queue);
  const samplesMs = [];
  for (const intentId of intentIds) {
    const call = new Promise((resolve) => heard.set(intentId, resolve));
    const startedMs = performance.now();
    await engine.accept({ intentId, requestId: 'bench' });
    samplesMs.push((await call) - startedMs);
    await delay(REST_MS);
  }
  await worker.close();
  await close();
  await pool.end();
  return samplesMs;
}
