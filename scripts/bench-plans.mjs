// npm run bench:plans: how PostgreSQL reads /markets among a million of them, for every combination of filters and
// sorts, first page and later. Fails when a plan reads the table as a whole.
//   npm run bench:plans -- [--markets 1000000] [--full]     --full prints every plan
import path from 'node:path';
import { build } from './build.mjs';
import { readOptions, wholeNumber } from './options.mjs';

const values = readOptions('bench', {
  markets: { type: 'string', default: '1000000' },
  full: { type: 'boolean', default: false },
});
const marketCount = wholeNumber('bench', { name: 'markets', text: values.markets });
const PAGES = ['first page', 'later page'];
/** What is searched for: what all titles have, what one in a thousand has, what none has; shorter ones have indexes of their own. */
const SEARCHES = {
  'no q': undefined,
  'q of all': 'number',
  'q of few': '777 ',
  'q of none': 'zebra crossing',
  'short q of all': 'wi',
  'short q of few': '日本',
  'short q of none': 'zq',
};

await build();
const { TestRun } = await import('../dist/tools/stack/test-run.js');
const { ensureDatabase, withClient } = await import('../dist/apps/devnet/src/postgres/postgres.js');
const { migrate } = await import('../dist/apps/devnet/src/processes/apps.js');
const { marketsStatement } = await import('../dist/libs/markets/src/markets/persistence/markets-statement.js');
const { MARKET_SORTS, MARKET_STATUSES } = await import('../dist/libs/markets/src/index.js');

const run = await TestRun.begin(path.resolve(import.meta.dirname, '../.cache/bench-plans'), process.pid);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void run.end().finally(() => process.exit(1)));
try {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), 'plans');
  await migrate({ databaseUrl: postgres.url('plans'), inherited: process.env, runFolder: run.runFolder });
  process.exitCode = await withClient(postgres.url('plans'), judgeAll);
} finally {
  await run.end();
}

async function judgeAll(client) {
  await fill(client);
  const rows = [];
  for (const status of [undefined, ...MARKET_STATUSES]) {
    for (const category of [undefined, 'category 3']) {
      for (const [search, titlePart] of Object.entries(SEARCHES)) {
        const plans = [];
        for (const sort of MARKET_SORTS)
          for (const page of PAGES) plans.push(await planOf(client, { status, category, titlePart, sort, page }));
        rows.push(rowOf({ status, category, search }, plans));
      }
    }
  }
  console.table(rows);
  const whole = rows.filter((row) => row.whole > 0);
  console.log(
    whole.length === 0
      ? `no plan reads ${marketCount} markets as a whole`
      : `${whole.length} rows with plans that read the table as a whole`,
  );
  return whole.length === 0 ? 0 : 1;
}

async function planOf(client, { page, status, category, titlePart, sort }) {
  const query = { status, category, titlePart, sort };
  const after =
    page === 'later page' ? { at: new Date(Date.now() - 3_600_000), id: '00000000-0000-4000-8000-000000000101' } : null;
  const { text, parameters } = marketsStatement({ ...query, page: { limit: 50, after } });
  const explain = await client.query({ text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values: parameters });
  const [{ Plan: plan, 'Execution Time': timeMs }] = explain.rows[0]['QUERY PLAN'];
  if (values.full) console.log(JSON.stringify(query), page, JSON.stringify(plan, null, 1));
  return { nodes: nodesOf(plan), timeMs };
}

/** The ways in which the table of markets is read. */
function nodesOf(plan) {
  const own = plan['Relation Name'] === 'markets' || plan['Index Name']?.startsWith('markets_') ? [plan] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function rowOf({ status, category, search }, plans) {
  const nodes = plans.flatMap((plan) => plan.nodes);
  const ways = new Set(nodes.map((node) => node['Index Name'] ?? node['Node Type']));
  return {
    filters: [status ?? 'any status', category ?? 'any category', search].join(', '),
    'read by': [...ways]
      .filter((way) => way !== 'Bitmap Heap Scan')
      .join(', ')
      .replaceAll('markets_', ''),
    'slowest, ms': Number(Math.max(...plans.map(({ timeMs }) => timeMs)).toFixed(1)),
    whole: nodes.filter((node) => /Seq Scan/.test(node['Node Type'])).length,
  };
}

async function fill(client) {
  const startedMs = Date.now();
  await client.query(
    `INSERT INTO markets (creator_user_id, title, category, status, outcome_yes_label, outcome_no_label, collateral_asset,
       chain, opens_at, closes_at, created_at)
     SELECT '00000000-0000-4000-8000-000000000001', 'Will number ' || i || ' come true?' || CASE WHEN i % 997 = 0 THEN '日本' ELSE '' END, 'category ' || i % 50,
       (ARRAY['OPEN', 'OPEN', 'RESOLVED', 'SETTLED', 'SETTLED', 'SETTLED', 'CANCELLED', 'TRADING_CLOSED', 'SETTLED', 'DRAFT'])[1 + i % 10],
       'YES', 'NO', 'USDC', 'CHAIN-TESTNET', CASE WHEN i % 10 = 9 THEN now() + (i % 1000 - 100) * interval '1 hour' END,
       now() + interval '40 days' + (i % 100000 - 10000) * interval '1 minute', now() - i * interval '1 second'
     FROM generate_series(1, $1::int) AS i
     WHERE i % 10 <> 9 OR (i % 1000 - 100) * interval '1 hour' < interval '40 days' + (i % 100000 - 10000) * interval '1 minute'`,
    [marketCount],
  );
  await client.query('VACUUM ANALYZE markets');
  console.log(`${marketCount} markets in ${((Date.now() - startedMs) / 1000).toFixed(0)} s`);
}
