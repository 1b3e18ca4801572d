import type { Secret } from '@app/common';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { acceptInParallel } from '../../../support/engine/accept-claims.js';
import { openEngine, openQueue } from '../../../support/engine/engine-dependencies.js';
import { seedClaims } from '../../../support/engine/seed-claims.js';
import { measureSeconds, repeat } from '../support/measure.js';
import type { Figure } from '../support/report.js';
import type { BenchServers } from './bench-servers.js';

const WALLETS = 200;
const CLAIMS_PER_WALLET = 3;

/** Rate of accepted executions: transaction and wake-up. */
export async function benchAccept(servers: BenchServers, { rounds }: { readonly rounds: number }): Promise<Figure[]> {
  const seeded = await servers.createDatabase();
  const intentIds = await seedClaims(seeded.url, { wallets: WALLETS, claimsPerWallet: CLAIMS_PER_WALLET });
  const product = await repeat(rounds, () => servers.withDatabase(seeded.name, ({ url }) => acceptAll(url, intentIds)));
  await servers.dropDatabase(seeded);
  return [{ name: 'accept', unit: '/s', product, note: `${intentIds.length} executions` }];
}

async function acceptAll(url: Secret, intentIds: readonly string[]): Promise<number> {
  const connected = await connectDatabase(url.reveal());
  const { queue, close } = await openQueue({ databaseUrl: url });
  const engine = openEngine(connected.database, url, queue);
  const seconds = await measureSeconds(async () => {
    await acceptInParallel(intentIds, engine);
    await queue.settled();
  });
  await close();
  await connected.close();
  return intentIds.length / seconds;
}
