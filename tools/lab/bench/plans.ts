import type pg from 'pg';
import { inheritedEnvironment } from '@app/config';
import { MARKET_SORTS, MARKET_STATUSES, type MarketsQuery } from '@app/markets';
import { ensureDatabase, withClient } from '../../../dev/devnet/postgres/postgres.js';
import { marketsStatement } from '../../../libs/markets/src/markets/markets-statement.js';
import { migrateTestDatabase } from '../../../dev/stack/database-roles.js';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { withTestRun } from '../../support/with-test-run.js';
import { secondsOf } from './support/measure.js';

/** Search texts: in all titles, in one of a thousand, in none. Short ones have their own index. */
const SEARCHES: Readonly<Record<string, string | undefined>> = {
  'no q': undefined,
  'q of all': 'number',
  'q of few': '777 ',
  'q of none': 'zebra crossing',
  'short q of all': 'wi',
  'short q of few': '日本',
  'short q of none': 'zq',
};
const CATEGORIES = [undefined, 'category 3'];
const LIMIT = 50;
const LATER_PAGE = { at: new Date(Date.now() - 3_600_000), id: '00000000-0000-4000-8000-000000000101' };
const DATABASE = 'plans';

/** No filter by the contract: those read few rows of another table. */
const NO_CONTRACT = { tradable: false, onchainId: undefined, marketContractAddress: undefined };

type Filters = Pick<MarketsQuery, 'status' | 'category' | 'titlePart'>;

/** Node of PostgreSQL's JSON plans. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface ExplainRow {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode; readonly 'Execution Time': number }];
}

interface Plan {
  /** Nodes that read the table of markets or its indexes. */
  readonly nodes: readonly PlanNode[];
  readonly timeMs: number;
}

const options = createCommand('bench:plans', 'Fails when PostgreSQL reads the whole table of markets for a page of it.')
  .option('--markets <n>', 'number of markets', wholeNumber(), 1_000_000)
  .option('--full', 'print every plan')
  .parse()
  .opts<{ readonly markets: number; readonly full?: boolean }>();
const isMet = await withTestRun('bench-runs', async (run) => {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), DATABASE);
  const databaseUrl = postgres.url(DATABASE);
  await migrateTestDatabase({ databaseUrl, inherited: inheritedEnvironment(), runFolder: run.runFolder });
  return withClient(databaseUrl, explainAll);
});
process.exit(isMet ? 0 : 1);

/** Explains the statement for every combination of filters and sorts, for the first and a later page. */
async function explainAll(client: pg.Client): Promise<boolean> {
  const seconds = await secondsOf(() => insertMarkets(client));
  console.log(`${options.markets} markets in ${seconds.toFixed(0)} s`);
  const rows: PlansRow[] = [];
  for (const status of [undefined, ...MARKET_STATUSES]) {
    for (const category of CATEGORIES) {
      for (const [search, titlePart] of Object.entries(SEARCHES)) {
        const filters = [status ?? 'any status', category ?? 'any category', search].join(', ');
        rows.push(rowOf(filters, await plansOf(client, { status, category, titlePart })));
      }
    }
  }
  console.table(rows);
  const failed = rows.filter(({ whole }) => whole > 0).length;
  console.log(
    failed === 0
      ? `no plan reads all ${options.markets} markets`
      : `${failed} rows have plans that read the whole table`,
  );
  return failed === 0;
}

async function plansOf(client: pg.Client, filters: Filters): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const sort of MARKET_SORTS) {
    for (const after of [null, LATER_PAGE]) {
      plans.push(await planOf(client, { ...filters, ...NO_CONTRACT, sort, page: { limit: LIMIT, after } }));
    }
  }
  return plans;
}

async function planOf(client: pg.Client, query: MarketsQuery): Promise<Plan> {
  const { text, parameters } = marketsStatement(query);
  const explain = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
  const { rows } = await client.query<ExplainRow>({ text: explain, values: parameters });
  const [explained] = rows;
  if (explained === undefined) throw new Error('PostgreSQL returned no plan');
  const [{ Plan: plan, 'Execution Time': timeMs }] = explained['QUERY PLAN'];
  if (options.full === true) console.log(JSON.stringify(query), JSON.stringify(plan, null, 1));
  return { nodes: marketNodes(plan), timeMs };
}

function marketNodes(plan: PlanNode): PlanNode[] {
  const isOwn = plan['Relation Name'] === 'markets' || plan['Index Name']?.startsWith('markets_') === true;
  return [...(isOwn ? [plan] : []), ...(plan.Plans ?? []).flatMap(marketNodes)];
}

interface PlansRow {
  readonly filters: string;
  readonly 'read by': string;
  readonly 'slowest, ms': number;
  /** Number of sequential scans. */
  readonly whole: number;
}

function rowOf(filters: string, plans: readonly Plan[]): PlansRow {
  const nodes = plans.flatMap((plan) => plan.nodes);
  const names = new Set(nodes.map((node) => node['Index Name'] ?? node['Node Type']));
  names.delete('Bitmap Heap Scan');
  return {
    filters,
    'read by': [...names].join(', ').replaceAll('markets_', ''),
    'slowest, ms': Number(Math.max(...plans.map(({ timeMs }) => timeMs)).toFixed(1)),
    whole: nodes.filter((node) => node['Node Type'].includes('Seq Scan')).length,
  };
}

async function insertMarkets(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO markets (creator_user_id, title, category, status, outcome_yes_label, outcome_no_label, collateral_asset,
       chain, opens_at, closes_at, created_at)
     SELECT '00000000-0000-4000-8000-000000000001',
       'Will number ' || i || ' come true?' || CASE WHEN i % 997 = 0 THEN '日本' ELSE '' END, 'category ' || i % 50,
       (ARRAY['OPEN', 'OPEN', 'RESOLVED', 'SETTLED', 'SETTLED', 'SETTLED', 'CANCELLED', 'TRADING_CLOSED', 'SETTLED',
         'DRAFT'])[1 + i % 10],
       'YES', 'NO', 'USDC', 'CHAIN-TESTNET', CASE WHEN i % 10 = 9 THEN now() + (i % 1000 - 100) * interval '1 hour' END,
       now() + interval '40 days' + (i % 100000 - 10000) * interval '1 minute', now() - i * interval '1 second'
     FROM generate_series(1, $1::int) AS i
     WHERE i % 10 <> 9
       OR (i % 1000 - 100) * interval '1 hour' < interval '40 days' + (i % 100000 - 10000) * interval '1 minute'`,
    [options.markets],
  );
  await client.query('VACUUM ANALYZE markets');
}
