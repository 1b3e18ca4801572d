import 'reflect-metadata';
import { IndexStore, Indexer, readIndexStatus } from '@app/indexer';
import { Logger, Metrics } from '@app/observability';
import type { Database } from '@app/persistence';
import { ensureDatabase } from '../../../../dev/devnet/postgres/postgres.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { secondsOf } from '../support/measure.js';
import { FACTORY, generateLogs, MemoryLogSource } from './generated-logs.js';

/** Minimum that leaves buys beside the creations and claims. */
const MIN_EVENTS = 3_000;
const DATABASE = 'index';
const CHAIN = { chainId: 31_999, factoryAddress: FACTORY, decimals: 6, confirmations: 1 };
const LEASE_MS = 10_000;
const TABLES = { events: 'chain_events', markets: 'chain_markets', positions: 'positions', settlements: 'settlements' };

const { events } = createCommand('bench:index', 'Measures how fast the indexer catches up with logs in memory.')
  .option('--events <n>', 'number of events', wholeNumber(MIN_EVENTS), 100_000)
  .parse()
  .opts<{ readonly events: number }>();
await withTestRun('bench-runs', async (run) => {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), DATABASE);
  const { database, dataSource, close } = await connectDatabase(postgres.url(DATABASE).reveal());
  await dataSource.runMigrations();
  await catchUp(database);
  await close();
});
process.exit();

async function catchUp(database: Database): Promise<void> {
  const logs = generateLogs(events);
  const indexer = new Indexer({
    source: new MemoryLogSource(logs),
    store: new IndexStore(database, CHAIN, LEASE_MS),
    log: Logger.create({ app: 'bench', level: 'silent', format: 'json' }),
    metrics: Metrics.off(),
    settings: { factoryAddress: FACTORY, startBlock: 0, confirmations: CHAIN.confirmations },
  });
  const seconds = await secondsOf(() => indexer.poll());
  const { blockNumber } = await readIndexStatus(database);
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(TABLES)) {
    const row = await database.queryOne<{ count: string }>(`SELECT count(*) FROM ${table}`);
    counts[name] = Number(row?.count);
  }
  console.table({
    ...counts,
    blocks: blockNumber,
    seconds: Number(seconds.toFixed(1)),
    'events per second': Math.round(logs.length / seconds),
  });
  await indexer.close();
}
