import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { archiveMonth } from '@app/audit';
import type { Database } from '@app/persistence';
import { acceptExecution } from '../../../../libs/engine/src/acceptance/accept-execution.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { seedClaims } from '../../../support/engine/seed-claims.js';
import { startDurablePostgres } from '../support/durable-postgres.js';
import { quantile, secondsOf } from '../support/measure.js';
import { ADDRESS, EmptyChain } from '../../../support/archive/empty-chain.js';
import { seedEnded } from '../../../support/archive/seed-ended.js';

const DATABASE = 'archive';
const WALLETS = 1_000;
const CLAIMS_PER_WALLET = 100;
/** Callers of the load, and their pause between two acceptances: about 100 a second. */
const CALLERS = 10;
const PAUSE_MS = 100;
const ALONE_MS = 5_000;
const MEBIBYTE = 2 ** 20;

/** Accepts executions until it is stopped, and records how long each takes. */
class Load {
  private readonly remaining: Iterator<string>;
  private isStopped = false;
  private readonly callers: Promise<void>[];
  private latenciesMs: number[] = [];

  constructor(
    private readonly database: Database,
    intentIds: readonly string[],
  ) {
    this.remaining = intentIds.values();
    this.callers = Array.from({ length: CALLERS }, () => this.run());
  }

  /** Latencies while `work` runs. */
  async beside(name: string, work: () => Promise<unknown>): Promise<object> {
    this.latenciesMs = [];
    const seconds = await secondsOf(work);
    const latencies = this.latenciesMs;
    const ms = (share: number): string => quantile(latencies, share).toFixed(1);
    return {
      beside: name,
      ...{ seconds: seconds.toFixed(1), accepted: latencies.length, 'p50, ms': ms(0.5), 'p99, ms': ms(0.99) },
      'max, ms': Math.max(...latencies).toFixed(0),
    };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.callers);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      const next = this.remaining.next();
      if (next.done === true) throw new Error('the load has no intents left');
      const acceptance = { intentId: next.value, requestId: randomUUID(), executionEnabled: true, maxQueued: 1_000 };
      this.latenciesMs.push(1000 * (await secondsOf(() => acceptExecution(this.database, acceptance))));
      await delay(PAUSE_MS);
    }
  }
}

const options = createCommand('bench:archive', 'Archives a month under load.')
  .option('--executions <n>', 'executions of the month', wholeNumber(), 1_000_000)
  .parse()
  .opts<{ readonly executions: number }>();
await withTestRun('bench-runs', async (run) => {
  const postgres = await startDurablePostgres(run, DATABASE);
  const { database, close } = await connectDatabase(postgres.url(DATABASE).reveal());
  const claims = { wallets: WALLETS, claimsPerWallet: CLAIMS_PER_WALLET };
  const [intentId = '', ...intentIds] = await seedClaims(postgres.url(DATABASE), claims);
  const now = new Date();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 10));
  const count = options.executions;
  const seedSeconds = await secondsOf(() => seedEnded(database, { intentId, count, since }));
  console.log(`${count} ended executions in ${seedSeconds.toFixed(0)} s, ${await sizeOf(database)} MiB`);

  const load = new Load(database, intentIds);
  const request = { month: since.toISOString().slice(0, 7), folder: run.folder };
  const parts = {
    database,
    chain: new EmptyChain(),
    plan: { factoryAddress: ADDRESS, collateralAddress: ADDRESS, decimals: 6 },
  };
  const rows = [await load.beside('nothing', () => delay(ALONE_MS))];
  const startRss = process.memoryUsage.rss();
  let peakRss = startRss;
  const sampling = setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), 1_000);
  rows.push(
    await load.beside('the archive', async () => {
      const result = await archiveMonth(parts, request);
      if (result.archive === null) throw new Error(`it was not archived: ${JSON.stringify(result.findings[0])}`);
      const { executions, fileName } = result.archive;
      const bytes = statSync(path.join(run.folder, fileName ?? '')).size;
      console.log(
        `archived ${executions} executions, ${Math.round(bytes / Number(executions))} bytes each in the file`,
      );
    }),
  );
  clearInterval(sampling);
  await load.stop();
  console.table(rows);
  await database.query('VACUUM (ANALYZE)');
  const left = await database.queryOneOrFail<{ bytes: number }>(
    `SELECT (pg_total_relation_size('archived_executions') / greatest(count(*), 1))::int AS bytes FROM archived_executions`,
  );
  console.log(
    `${left.bytes} bytes stay per archived execution; memory grew by ${((peakRss - startRss) / MEBIBYTE).toFixed(0)} MiB at most`,
  );
  await close();
});
process.exit();

async function sizeOf(database: Database): Promise<number> {
  const { size } = await database.queryOneOrFail<{ size: string }>(
    'SELECT pg_database_size(current_database()) AS size',
  );
  return Math.round(Number(size) / MEBIBYTE);
}
