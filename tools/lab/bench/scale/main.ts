import { availableParallelism, loadavg } from 'node:os';
import { Secret } from '@app/common';
import { ensureDatabase, type RunningPostgres, withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { openStack, type Stack } from '../../../../dev/stack/open-stack.js';
import type { TestRun } from '../../../../dev/stack/test-run.js';
import { ApiClient, sendByFetch } from '../../../support/api-client.js';
import { createCommand, listOf, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { type Buyers, buyThroughProduct, confirmBuys, prepare } from '../engine/pipeline.js';
import { startDurablePostgres } from '../support/durable-postgres.js';
import { secondsOf, sum } from '../support/measure.js';
import { cpuUsOf, postgresCpuUs } from '../support/cpu-time.js';

const COUNTS = [1, 2, 4, 8];
const WARM_UP_BUYS = 2;

interface Options {
  readonly processes: readonly number[];
  readonly buys: number;
}

interface Row {
  readonly processes: string;
  readonly 'buys/s': string;
  readonly 'CPU per buy, ms': string;
  readonly API: string;
  readonly workers: string;
  readonly PostgreSQL: string;
  readonly provider: string;
  readonly connections: number;
}

const options = createCommand('scale', 'Buys through 1, 2, 4 and 8 API and worker processes on this machine.')
  .option('--processes <list>', `some of ${COUNTS.join(', ')}`, listOf(COUNTS), COUNTS)
  .option('--buys <n>', 'buys per agent, twelve agents', wholeNumber(), 10)
  .parse()
  .opts<Options>();

await withTestRun('bench-runs', async (run) => {
  const postgres = await startDurablePostgres(run, 'presage_1', { max_connections: '400' });
  const rows: Row[] = [];
  for (const processes of options.processes) rows.push(await measure(run, postgres, processes));
  console.log(`[scale] ${availableParallelism()} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}`);
  console.table(rows);
});
process.exit();

async function measure(run: TestRun, postgres: RunningPostgres, processes: number): Promise<Row> {
  const name = `presage_${processes}`;
  await ensureDatabase(postgres.url('postgres'), name);
  const stack = await openStack({
    ...{ run, databaseUrl: postgres.url(name), apis: processes, workers: processes },
    env: { LOG_LEVEL: 'error', DATABASE_CONNECT_TIMEOUT_MS: '30000' },
  });
  try {
    const shares = await openShares(stack);
    const buyAll = async (buys: number): Promise<void> => {
      await Promise.all(shares.map((share) => confirmBuys(share, buys)));
      await Promise.all(shares.map((share) => buyThroughProduct(share, buys)));
    };
    await buyAll(WARM_UP_BUYS);
    const before = await readCpuMs(stack);
    const seconds = await secondsOf(() => buyAll(options.buys));
    const after = await readCpuMs(stack);
    const buys = sum(shares.map(({ agents }) => agents.length)) * options.buys;
    const perBuy = after.map((used, index) => (used - (before[index] ?? 0)) / buys);
    const [api = 0, workers = 0, database = 0, rest = 0] = perBuy;
    return {
      processes: `${processes} + ${processes}`,
      'buys/s': (buys / seconds).toFixed(1),
      'CPU per buy, ms': (api + workers + database).toFixed(1),
      ...{ API: api.toFixed(1), workers: workers.toFixed(1), PostgreSQL: database.toFixed(1) },
      provider: rest.toFixed(1),
      connections: await countConnections(stack),
    };
  } finally {
    await stack.stop();
  }
}

/** Divides the agents among the API processes. */
async function openShares(stack: Stack): Promise<Buyers[]> {
  const buyers = await prepare(stack, 0);
  return stack.apis.map(({ url }, index) => ({
    ...{ market: buyers.market, client: new ApiClient(sendByFetch(url)) },
    agents: buyers.agents.filter((_, place) => place % stack.apis.length === index),
  }));
}

/** CPU time in milliseconds of APIs, workers, PostgreSQL and wallet provider. */
async function readCpuMs({ apis, workers, provider, databaseUrl }: Stack): Promise<number[]> {
  const total = (processes: readonly { pid: number }[]): number => sum(processes.map(({ pid }) => cpuUsOf(pid)));
  const postgres = await withClient(new Secret(databaseUrl), postgresCpuUs);
  return [total(apis), total(workers), postgres, total([provider])].map((us) => us / 1_000);
}

async function countConnections({ databaseUrl }: Stack): Promise<number> {
  return withClient(new Secret(databaseUrl), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  });
}
