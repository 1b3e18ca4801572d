// npm run bench:index: how fast the indexer catches up. A source in memory answers the logs that real contracts would
// have emitted, as a node would; everything from decoding to the committed read models is the product's own.
//   npm run bench:index -- [--events 100000]
import path from 'node:path';
import 'reflect-metadata';
import { build } from './build.mjs';
import { readOptions, wholeNumber } from './options.mjs';

const values = readOptions('bench', { events: { type: 'string', default: '100000' } });
/** Fewer would leave nothing of the buys beside creations and claims. */
const MIN_EVENTS = 3_000;
const EVENTS = wholeNumber('bench', { name: 'events', text: values.events, least: MIN_EVENTS });
const MARKETS = 200;
const BUYERS = 500;
const EVENTS_PER_BLOCK = 5;
const FACTORY = `0x${'fa'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}`;
const ZERO_REF = `0x${'00'.repeat(32)}`;
const FIRST_BLOCK_S = 1_700_000_000;

await build();
const { TestRun } = await import('../dist/tools/stack/test-run.js');
const { ensureDatabase } = await import('../dist/apps/devnet/src/postgres/postgres.js');
const { createDataSource, Database, poolOf } = await import('../dist/libs/persistence/src/index.js');
const { loadDatabaseSettings } = await import('../dist/libs/config/src/index.js');
const { factoryInterface, marketInterface } = await import('../dist/libs/contracts/src/index.js');
const { Indexer, IndexStore, readIndexStatus } = await import('../dist/libs/indexer/src/index.js');
const { Logger } = await import('../dist/libs/observability/src/index.js');

const logs = makeLogs();
const head = markOf(logs.at(-1).blockNumber);
const run = await TestRun.begin(path.resolve(import.meta.dirname, '../.cache/bench-index'), process.pid);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void run.end().finally(() => process.exit(1)));
try {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), 'index');
  const settings = loadDatabaseSettings({ DATABASE_URL: postgres.url('index').reveal() });
  const source = await createDataSource({ settings, applicationName: 'bench', onIdleError: () => {} }).initialize();
  await source.runMigrations();
  const database = new Database(poolOf(source));
  await catchUp(database);
  await source.destroy();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await run.end();
  process.exit();
}

async function catchUp(database) {
  const subject = { chainId: 31_999, factoryAddress: FACTORY, decimals: 6, confirmations: 1 };
  const indexer = new Indexer({
    source: sourceOf(logs),
    store: new IndexStore(database, subject, 10_000),
    log: Logger.create({ app: 'bench', level: 'silent', format: 'json' }),
    settings: { factoryAddress: FACTORY, startBlock: 0, confirmations: 1 },
  });
  const startedMs = performance.now();
  await indexer.poll();
  const seconds = (performance.now() - startedMs) / 1000;
  const { blockNumber } = await readIndexStatus(database);
  const count = async (table) => Number((await database.queryOne(`SELECT count(*) FROM ${table}`)).count);
  console.table({
    events: await count('chain_events'),
    blocks: blockNumber,
    markets: await count('chain_markets'),
    positions: await count('positions'),
    settlements: await count('settlements'),
    seconds: Number(seconds.toFixed(1)),
    'events per second': Math.round(logs.length / seconds),
  });
  await indexer.close();
}

/** Creations, then buys all over, then resolutions and claims of every other market. */
function makeLogs() {
  const made = [];
  const pools = Array.from({ length: MARKETS }, () => [0n, 0n]);
  const stakes = Array.from({ length: MARKETS }, () => new Map());
  for (let m = 0; m < MARKETS; m += 1) add(FACTORY, factoryInterface, 'MarketCreated', createdOf(m));
  const claims = (MARKETS / 2) * 20;
  while (made.length < EVENTS - claims - MARKETS / 2) {
    const [m, buyer, side] = [
      made.length % MARKETS,
      (Math.floor(made.length / MARKETS) * 13) % BUYERS,
      (made.length >> 3) % 2,
    ];
    pools[m][side] += 1_000_000n;
    const position = (stakes[m].get(`${buyer} ${side}`) ?? 0n) + 1_000_000n;
    stakes[m].set(`${buyer} ${side}`, position);
    add(market(m), marketInterface, 'Bought', [account(buyer), ZERO_REF, side + 1, 1_000_000n, position, ...pools[m]]);
  }
  for (let m = 0; m < MARKETS; m += 2) {
    add(market(m), marketInterface, 'Resolved', [account(0), ZERO_REF, 1, ...pools[m]]);
    const winners = [...stakes[m].keys()].filter((key) => key.endsWith(' 0')).slice(0, 20);
    for (const key of winners) {
      const stake = stakes[m].get(key);
      const payout = stake + (stake * pools[m][1]) / pools[m][0];
      add(market(m), marketInterface, 'PayoutClaimed', [account(Number.parseInt(key, 10)), ZERO_REF, stake, payout]);
    }
  }
  return made;

  function add(address, contract, name, args) {
    const { topics, data } = contract.encodeEventLog(name, args);
    const blockNumber = 1 + Math.floor(made.length / EVENTS_PER_BLOCK);
    const { blockHash, timestampMs } = markOf(blockNumber);
    const logIndex = made.length % EVENTS_PER_BLOCK;
    made.push({
      address,
      topics,
      data,
      transactionHash: hash(made.length),
      blockNumber,
      blockHash,
      logIndex,
      timestampMs,
    });
  }
}

function createdOf(m) {
  return [market(m), account(m), ZERO_REF, `market-${m}`, 'Will it rain?', FIRST_BLOCK_S + 86_400, account(0), TOKEN];
}

function sourceOf(all) {
  return {
    head: async () => head,
    blocks: async (numbers) => numbers.map((number) => (number > head.blockNumber ? null : markOf(number))),
    logs: async ({ fromBlock, toBlock }) => {
      const first = Math.max(0, (fromBlock - 1) * EVENTS_PER_BLOCK);
      return all.slice(first, Math.max(0, toBlock * EVENTS_PER_BLOCK));
    },
  };
}

function markOf(blockNumber) {
  return { blockNumber, blockHash: hash(blockNumber), timestampMs: (FIRST_BLOCK_S + blockNumber) * 1000 };
}

function hash(n) {
  return `0x${n.toString(16).padStart(64, '0')}`;
}

function account(n) {
  return `0xac${n.toString(16).padStart(38, '0')}`;
}

function market(n) {
  return `0xae${n.toString(16).padStart(38, '0')}`;
}
