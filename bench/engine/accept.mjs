// How fast executes are accepted: the engine's transaction and its ring, against the same statements, commits and rings.
import { Database } from '../../dist/libs/persistence/src/index.js';
import { openBareQueue, replay } from './support/bare.mjs';
import { openEngine, openQueue } from './support/engine.mjs';
import { inParallel, secondsOf, sideBySide } from './support/measure.mjs';
import { Recorder, RecordingDatabase } from './support/recording.mjs';
import { seedClaims } from './support/seed.mjs';
import { openPool } from './support/stack-config.mjs';

const WALLETS = 200;
const CLAIMS_PER_WALLET = 3;
const CALLERS = 16;

export async function benchAccept(site, { rounds }) {
  const seeded = await site.createDatabase();
  const intentIds = await seedClaims(seeded.url, { wallets: WALLETS, claimsPerWallet: CLAIMS_PER_WALLET });
  const recorder = new Recorder();
  const ours = (openDatabase) => site.withDatabase(seeded.name, ({ url }) => acceptAll(url, intentIds, openDatabase));
  await ours((pool) => new RecordingDatabase(pool, recorder));
  const figures = await sideBySide(
    rounds,
    () => ours((pool) => new Database(pool)),
    () => site.withDatabase(seeded.name, ({ url }) => replayAll(url, intentIds, recorder)),
  );
  await site.dropDatabase(seeded);
  return [{ what: 'accept', unit: 'a second', ...figures, bar: { ratio: 0.6 }, note: costsOf(recorder) }];

  async function acceptAll(url, ids, openDatabase) {
    const pool = openPool(url);
    const database = openDatabase(pool);
    const { queue, close } = await openQueue({ databaseUrl: url });
    const engine = openEngine(database, queue);
    const seconds = await secondsOf(async () => {
      await inParallel(ids, CALLERS, (intentId) =>
        recorder.run(intentId, () => engine.accept({ intentId, requestId: 'bench' })),
      );
      await queue.settled();
    });
    await close();
    await pool.end();
    return ids.length / seconds;
  }
}

async function replayAll(url, intentIds, recorder) {
  const pool = openPool(url);
  const warm = await openQueue({ databaseUrl: url }); // makes the queue's tables
  await warm.close();
  const queue = await openBareQueue({ databaseUrl: url });
  const seconds = await secondsOf(async () => {
    const rings = [];
    await inParallel(intentIds, CALLERS, async (intentId) => {
      await replay(pool, recorder.unitsOf(intentId));
      rings.push(queue.ring(intentId, '1'));
    });
    await Promise.all(rings);
  });
  await queue.close();
  await pool.end();
  return intentIds.length / seconds;
}

export function costsOf({ costs: { roundTrips, commits } }) {
  return `${Math.round(roundTrips)} round trips, ${Math.round(commits)} waits for the disk`;
}
