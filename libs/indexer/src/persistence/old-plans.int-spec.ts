import { randomUUID } from 'node:crypto';
import { type SqlParameter, SqlSession } from '@app/persistence';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { collectAffectedKeys } from '../domain/affected-keys.js';
import { projectHoldings } from './project-holdings.js';
import { projectPhases, projectPools } from './project-markets.js';

const MARKETS = 30;
const BUYERS = 40;
const BUYS_OF_EACH = 2;
const STAKES = MARKETS * BUYERS;

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Plans a statement at the first time, keeps the plan, and counts the rows that later times read under it. */
class KeptPlans extends SqlSession {
  private readonly names = new Map<string, string>();
  readonly rowsRead = { chain_events: 0, chain_stakes: 0 };

  constructor(private readonly tx: SqlSession) {
    super(tx.manager);
  }

  async query<Row>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const known = this.names.get(text);
    const name = known ?? `kept_${randomUUID().replaceAll('-', '')}`;
    const values = parameters.map((value) => `'{${(value as string[]).join(',')}}'`).join(', ');
    if (known === undefined) {
      this.names.set(text, name);
      await this.tx.query(`PREPARE ${name} AS ${text}`);
      await this.tx.query(`EXECUTE ${name} (${values})`);
    } else {
      const [row] = await this.tx.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name} (${values})`,
      );
      for (const { Plan } of row?.['QUERY PLAN'] ?? []) {
        this.rowsRead.chain_events += rowsReadBy(Plan, 'chain_events');
        this.rowsRead.chain_stakes += rowsReadBy(Plan, 'chain_stakes');
      }
    }
    return [];
  }
}

function rowsReadBy(node: PlanNode, table: string): number {
  const rows =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Relation Name'] === table ? rows * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsReadBy(child, table), own);
}

class RolledBack extends Error {}

const ANALYZE = 'ANALYZE chain_events, chain_markets, positions, settlements, resolutions, users, markets';

describe.each([
  ['empty', []],
  ['small, and known to be', [...buildRows({ markets: [1, 2], buyers: 3 }), ANALYZE]],
])('a batch that resolves many markets, under plans of when the tables were %s', (_when, before) => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  /** Plans the statements, fills the tables, and returns how many rows are then read for all markets. */
  async function rowsReadFor(
    project: (sql: SqlSession, markets: readonly string[]) => Promise<void>,
  ): Promise<KeptPlans['rowsRead']> {
    let read: KeptPlans['rowsRead'] | undefined;
    const work = async (tx: SqlSession): Promise<void> => {
      await tx.query(`SET LOCAL plan_cache_mode = 'force_generic_plan'`);
      for (const statement of before) await tx.query(statement);
      const kept = new KeptPlans(tx);
      await project(kept, ['0x']);
      for (const statement of buildRows({ markets: [3, MARKETS + 2], buyers: BUYERS })) await tx.query(statement);
      const addresses = await tx.query<{ address: string }>(
        'SELECT market_contract_address AS address FROM chain_markets',
      );
      const markets = addresses.map(({ address }) => address);
      await project(kept, markets);
      read = kept.rowsRead;
      throw new RolledBack();
    };
    await expect(open.database.transaction(work)).rejects.toThrow(RolledBack);
    if (read === undefined) throw new Error('nothing was read');
    return read;
  }

  const resolvedBy = (marketAddress: string) => ({
    marketAddress,
    name: 'Resolved' as const,
    account: '0x',
    blockTime: new Date(0),
  });

  it('reads the stakes of an account by index, and none of its buys', async () => {
    const read = await rowsReadFor((sql, markets) =>
      projectHoldings(sql, collectAffectedKeys(markets.map(resolvedBy))),
    );
    expect(read.chain_events).toBe(0);
    // Once to find the accounts of the markets, and once to read their stakes.
    expect(read.chain_stakes).toBeGreaterThanOrEqual(STAKES);
    expect(read.chain_stakes).toBeLessThanOrEqual(3 * STAKES);
  });

  it('reads the last price of a market by index', async () => {
    const { chain_events: read } = await rowsReadFor(projectPools);
    expect(read).toBeGreaterThanOrEqual(MARKETS);
    expect(read).toBeLessThanOrEqual(2 * MARKETS);
  });

  it('reads the last phase of a market by index', async () => {
    const { chain_events: read } = await rowsReadFor((sql, markets) => projectPhases(sql, markets));
    expect(read).toBeLessThanOrEqual(2 * MARKETS);
  });
});

interface Scene {
  /** From the first to the last. */
  markets: readonly [number, number];
  buyers: number;
}

/** Everybody buys on every market, and then every market is resolved. */
function buildRows({ markets: [first, last], buyers }: Scene): string[] {
  const address = (n: string): string => `'0x' || lpad(to_hex(${n}), 40, '0')`;
  const record = `chain_row_id('market', ${address('m')})`;
  const eachMarket = `generate_series(${first}, ${last}) AS m`;
  return [
    `UPDATE chain_index SET base_unit = 0.000001, block_number = 1000000, block_hash = 'h', block_time = now()`,
    `INSERT INTO users (kind, wallet_address) SELECT 'address', ${address('b')} FROM generate_series(1, ${buyers}) AS b
     ON CONFLICT DO NOTHING`,
    `INSERT INTO markets (id, creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset,
       chain, closes_at, from_chain)
     SELECT ${record}, (SELECT id FROM users LIMIT 1), 'Will it rain?', 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
       now(), true FROM ${eachMarket}`,
    `INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
       block_number, created_at, transaction_hash, phase, phase_at, phase_transaction_hash, winning_outcome,
       yes_pool_base_units, no_pool_base_units)
     SELECT ${address('m')}, ${record}, false, 'm', '0x', '0x', now(), 1, now(), 'h', 'resolved', now(), 'h', 'YES',
       1000, 1000 FROM ${eachMarket}`,
    `INSERT INTO resolutions (id, market_id, winning_outcome, evidence_reference, resolved_at)
     SELECT chain_row_id('resolution', ${address('m')}), ${record}, 'YES', 'h', now() FROM ${eachMarket}`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, outcome, amount_base_units, yes_pool_base_units, no_pool_base_units)
     SELECT n * 1000 + m, b, 'h', now() + n * interval '1 second', 'h', ${address('m')}, 'Bought', ${address('b')},
       CASE b % 2 WHEN 0 THEN 'YES' ELSE 'NO' END, 100, 1000, 1000
     FROM ${eachMarket}, generate_series(1, ${buyers}) AS b, generate_series(1, ${BUYS_OF_EACH}) AS n`,
    `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
       market_contract_address, name, account, outcome, yes_pool_base_units, no_pool_base_units)
     SELECT 900000, m, 'h', now(), 'h', ${address('m')}, 'Resolved', '0x', 'YES', 1000, 1000 FROM ${eachMarket}`,
  ];
}
