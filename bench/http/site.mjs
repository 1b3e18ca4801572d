// A PostgreSQL with rows, and programs on it that are started, watched and ended.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '../../dist/libs/common/src/index.js';
import { migrate } from '../../dist/apps/devnet/src/processes/apps.js';
import { startNodeApp, waitUntilAnswering } from '../../dist/apps/devnet/src/processes/node-app.js';
import { findFreePort } from '../../dist/apps/devnet/src/processes/ports.js';
import { ensureDatabase, startPostgres, withClient } from '../../dist/apps/devnet/src/postgres/postgres.js';
import { recordStatements } from './record.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MARKETS = 1_000;
const AGENTS = 64;
const POOL_MAX = 10;
const STOP_GRACE_MS = 10_000;
const NOBODY = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/** Starts PostgreSQL as a deployment would have it, with rows, and notes what the API says to it. */
export async function openSite(run) {
  const postgres = await startPostgres({
    dataDir: path.join(run.folder, 'postgres'),
    port: await findFreePort(),
    password: new Secret('bench'),
    logFile: path.join(run.folder, 'postgres.log'),
    runFolder: run.runFolder,
    durable: true,
  });
  await ensureDatabase(postgres.url('postgres'), 'bench');
  const databaseUrl = postgres.url('bench');
  await migrate({ databaseUrl, inherited: process.env, runFolder: run.runFolder });
  const seats = await withClient(databaseUrl, seed);
  const recordingsFile = path.join(run.folder, 'recordings.json');
  const env = apiEnvironment(databaseUrl);
  writeFileSync(recordingsFile, JSON.stringify(await recordStatements({ env, seat: seats[0] })));
  return { run, databaseUrl, seats, env, recordingsFile };
}

function apiEnvironment(databaseUrl) {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    LANES_BEHIND_S: '86400', // no worker runs here, and that is no news
    LOG_FORMAT: 'json',
    DATABASE_URL: databaseUrl.reveal(),
    DATABASE_POOL_MAX: String(POOL_MAX),
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    FACTORY_ADDRESS: NOBODY,
    COLLATERAL_ADDRESS: NOBODY,
    PASSCODE_KEY: 'a key for the bench, of no other use',
  };
}

export async function startApi(site, extra = {}) {
  const port = await findFreePort();
  const entry = path.join(ROOT, 'dist/apps/api/src/main.js');
  return start(site, {
    name: 'api',
    entry,
    port,
    args: [],
    env: { ...site.env, ...extra, API_PORT: String(port) },
    ready: '/readyz',
  });
}

export async function startBare(site, extra = {}) {
  const port = await findFreePort();
  const { recordingsFile } = site;
  const options = { databaseUrl: site.databaseUrl.reveal(), port, poolMax: POOL_MAX, recordingsFile };
  const entry = path.join(import.meta.dirname, 'bare.mjs');
  return start(site, {
    name: 'bare',
    entry,
    port,
    args: [JSON.stringify(options)],
    env: { NODE_ENV: 'production', ...extra },
    ready: '/markets',
  });
}

async function start({ run }, { name, entry, port, args, env, ready }) {
  const log = path.join(run.folder, `${name}-${port}.log`);
  const { PATH } = process.env;
  const part = await startNodeApp({ name, entry, args, env: { PATH, ...env }, log, runFolder: run.runFolder });
  await waitUntilAnswering(part, `http://127.0.0.1:${port}${ready}`);
  return {
    name,
    port,
    log,
    cpuUs: () => cpuUsOf(part.pid),
    kill: (signal) => part.kill(signal),
    stop: () => part.stop(STOP_GRACE_MS),
  };
}

/** Processor time that a process has used, where the system tells (Linux). */
function cpuUsOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

/** @returns what each connection of the load has to itself */
async function seed(client) {
  await client.query('UPDATE provider_accounts SET configured = true');
  await client.query(
    `INSERT INTO markets (creator_user_id, title, description, category, status, outcome_yes_label, outcome_no_label,
       collateral_asset, chain, resolution_source, closes_at, created_at)
     SELECT '00000000-0000-4000-8000-000000000001', 'Will number ' || i || ' happen before the end of the year?',
       repeat('What counts, and who says so. ', 7), 'category ' || i % 20, 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
       'https://example.com/' || i, now() + interval '1 year', now() + i * interval '1 ms'
     FROM generate_series(1, ${MARKETS}) AS i`,
  );
  const agents = Array.from({ length: AGENTS }, (_, at) => `agent_bench_${at}`);
  for (const [at, agentId] of agents.entries()) {
    await client.query(
      `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', $1) RETURNING id),
       wallet AS (INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider,
         chain, allowed_actions, status)
         SELECT $1, id, $2, $3, 'provider_agent_wallet', 'CHAIN-TESTNET', '{create_market,buy_yes,buy_no}', 'active'
         FROM owner RETURNING id)
       SELECT FROM wallet`,
      [agentId, `0x${String(at).padStart(40, '0')}`, randomUUID()],
    );
  }
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query(`SELECT id FROM markets WHERE status = 'OPEN' ORDER BY random() LIMIT ${AGENTS}`);
  return agents.map((agentId, at) => ({ agentId, marketId: rows[at].id }));
}
