// Worker processes as in production, on a stub provider and a stub node. Lanes that are due wait until they are told to
// go, as after a restored database, so that every run begins with all workers at hand.
import { setTimeout as delay } from 'node:timers/promises';
import { checkCluster, declareReconciled } from '../../../dist/libs/engine/src/index.js';
import { inheritedEnvironment } from '../../../dist/libs/config/src/index.js';
import { Database } from '../../../dist/libs/persistence/src/index.js';
import { waitUntilReady, workerProcess } from '../../../dist/apps/devnet/src/processes/apps.js';
import { findFreePort } from '../../../dist/apps/devnet/src/processes/ports.js';
import { temporarySecrets } from '../../../dist/apps/devnet/src/secrets.js';
import { openEngine } from './engine.mjs';
import { inParallel } from './measure.mjs';
import { MARKET, seedClaims } from './seed.mjs';
import { openPool } from './stack-config.mjs';
import { startStubNode, startStubProvider } from './stub-servers.mjs';

const NOT_RUNG = { enqueueWakeup: () => Promise.resolve() };

/** A database with one accepted claim for each of so many lanes, none of them served before it is told to be. */
export async function heldDatabase(site, lanes) {
  const held = await site.createDatabase();
  const intentIds = await seedClaims(held.url, { wallets: lanes });
  await withSql(held.url, async (sql) => {
    const engine = openEngine(sql, NOT_RUNG);
    await inParallel(intentIds, 16, (intentId) => engine.accept({ intentId, requestId: 'bench' }));
    await checkCluster(sql);
    await sql.query('UPDATE engine_cluster SET reconcile_since = now()');
    await sql.query('ANALYZE');
  });
  return held;
}

/**
 * Starts workers on a copy of the held database and lets them go.
 * @returns {Promise<{perSecond: number, mostInFlight: number}>} executions that ended a second, by the database's record,
 * and the most submissions that the provider had at once
 */
export async function runWorkers(site, held, { workers, env, providerMs }) {
  return site.withDatabase(held.name, async ({ url }) => {
    const provider = await startStubProvider(providerMs);
    const node = await startStubNode();
    const running = await startWorkers(site, { url, provider, node, workers, env });
    try {
      const perSecond = await withSql(url, async (sql) => {
        await until(sql, `NOT EXISTS (SELECT FROM lanes WHERE wake_at IS NOT NULL)`);
        await sql.transaction((tx) => declareReconciled(tx));
        await until(sql, `NOT EXISTS (SELECT FROM executions WHERE completed_at IS NULL)`);
        return rateOf(sql);
      });
      return { perSecond, mostInFlight: provider.load.most };
    } finally {
      await Promise.all(running.map((worker) => worker.stop(5_000)));
      await Promise.all([provider.close(), node.close()]);
    }
  });
}

async function startWorkers(site, { url, provider, node, workers, env }) {
  const workerSite = {
    secrets: temporarySecrets(),
    databaseUrl: url,
    rpcUrl: node.url,
    deployment: { factory: MARKET, collateral: MARKET, blockNumber: 1, chainId: 1, deployer: MARKET, codeHash: '' },
    workerPorts: await Promise.all(Array.from({ length: workers }, () => findFreePort())),
    providerPort: provider.port,
    ...{ apiHost: '127.0.0.1', apiPort: 1, smtpPort: 1, providerDataDir: site.run.folder }, // none of them is started
    runFolder: site.run.runFolder,
    inherited: { ...inheritedEnvironment(), LOG_LEVEL: 'error', PROVIDER_POSTS_PER_S: '10000', ...env },
  };
  return Promise.all(
    workerSite.workerPorts.map(async (_, index) => {
      const part = workerProcess(workerSite, index);
      const running = await part.launch(() => undefined); // each says that its lanes are held
      await waitUntilReady(part, running);
      return running;
    }),
  );
}

/**
 * Executions a second while all workers are busy. The first quarter is left out, in which fresh processes meet their own
 * code for the first time, and the last tenth, in which some have nothing left to do.
 */
async function rateOf(sql) {
  const row = await sql.queryOne(
    `SELECT count(*)::int AS executed, extract(epoch FROM max(at) - min(at))::float8 AS seconds
     FROM (SELECT at, percent_rank() OVER (ORDER BY at) AS share FROM execution_events
           WHERE type = 'execution.executed') AS ended
     WHERE share BETWEEN 0.25 AND 0.9`,
  );
  return row.executed / row.seconds;
}

async function until(sql, condition) {
  while (!(await sql.queryOne(`SELECT ${condition} AS met`)).met) await delay(100);
}

async function withSql(url, work) {
  const pool = openPool(url);
  try {
    return await work(new Database(pool));
  } finally {
    await pool.end();
  }
}
