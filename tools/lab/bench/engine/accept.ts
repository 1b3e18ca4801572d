import type { Secret } from '@app/common';
import type { Database } from '@app/persistence';
import { connectDatabase, type ConnectedDatabase } from '../../../../test/support/open-database.js';
import { inParallel } from '../../../support/in-parallel.js';
import { compare, secondsOf } from '../support/measure.js';
import { acceptInParallel } from '../../../support/engine/accept-claims.js';
import { type BenchDatabase, type BenchServers, openPool, withLimit } from './bench-servers.js';
import { openEngine, openQueue } from '../../../support/engine/engine-parts.js';
import { Recorder, RecordingDatabase } from './recording.js';
import { openReferenceQueue, replay } from './replay.js';
import type { Figure } from '../support/report.js';
import { seedClaims } from '../../../support/engine/seed-claims.js';

const WALLETS = 200;
const CLAIMS_PER_WALLET = 3;
const CALLERS = 16;

/** Rate of accepted executions: transaction and wake-up, compared with the same statements, commits and wake-ups. */
export async function benchAccept(servers: BenchServers, { rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const { intentIds, ...seeded } = await seedAcceptance(servers);
  const recorder = new Recorder();
  const accept = (openDatabase: AcceptRun['openDatabase']): Promise<number> =>
    servers.withDatabase(seeded.name, ({ url }) => acceptAll({ url, intentIds, openDatabase, recorder }));
  await accept(({ dataSource }) => new RecordingDatabase(dataSource, recorder));
  const figures = await compare(rounds, {
    product: () => accept(({ database }) => database),
    reference: () => servers.withDatabase(seeded.name, ({ url }) => replayAll(url, intentIds, recorder)),
    limit: () => withLimit(servers, (limit) => limit.accept(intentIds.length)),
  });
  await servers.dropDatabase(seeded);
  return [{ name: 'accept', unit: '/s', ...figures, bar: { minRatio: 0.6 }, note: recorder.describeCosts() }];
}

/** Creates a database with confirmed claims. */
export async function seedAcceptance(
  servers: BenchServers,
): Promise<BenchDatabase & { readonly intentIds: readonly string[] }> {
  const seeded = await servers.createDatabase();
  const intentIds = await seedClaims(seeded.url, { wallets: WALLETS, claimsPerWallet: CLAIMS_PER_WALLET });
  return { ...seeded, intentIds };
}

interface AcceptRun {
  readonly url: Secret;
  readonly intentIds: readonly string[];
  readonly openDatabase: (connected: ConnectedDatabase) => Database;
  readonly recorder: Recorder;
}

export async function acceptAll({ url, intentIds, openDatabase, recorder }: AcceptRun): Promise<number> {
  const connected = await connectDatabase(url.reveal());
  const { queue, close } = await openQueue({ databaseUrl: url });
  const engine = openEngine(openDatabase(connected), url, queue);
  const seconds = await secondsOf(async () => {
    await acceptInParallel(intentIds, engine, (intentId, work) => recorder.run(intentId, work));
    await queue.settled();
  });
  await close();
  await connected.close();
  return intentIds.length / seconds;
}

async function replayAll(url: Secret, intentIds: readonly string[], recorder: Recorder): Promise<number> {
  const pool = openPool(url);
  const queue = openReferenceQueue({ databaseUrl: url });
  const seconds = await secondsOf(async () => {
    const wakeups: Promise<unknown>[] = [];
    await inParallel(intentIds, CALLERS, async (intentId) => {
      await replay(pool, recorder.unitsOf(intentId));
      wakeups.push(queue.enqueueWakeup({ laneId: intentId }));
    });
    await Promise.all(wakeups);
  });
  await queue.close();
  await pool.end();
  return intentIds.length / seconds;
}
