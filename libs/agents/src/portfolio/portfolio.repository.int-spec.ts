import pg from 'pg';
import { type SqlParameter, SqlSession } from '@app/persistence';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import type { Holdings } from './holding.js';
import { PortfolioRepository } from './portfolio.repository.js';

const MARKETS = 3_000;
const HELD = 2_000;
const SHOWN = 200;
/** Tables with many rows in this test. */
const LARGE = ['chain_markets', 'settlements', 'positions', 'markets'];
const TRADERS = [1, 2, 3] as const;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

type PlanMode = 'force_custom_plan' | 'force_generic_plan';

/** Collects the plan nodes of every statement, as planned for its parameters or for any, and returns no rows. */
class PlanReader extends SqlSession {
  readonly nodes: PlanNode[] = [];

  constructor(
    private readonly sql: SqlSession,
    private readonly mode: PlanMode,
  ) {
    super(sql.manager);
  }

  async query<Row>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    await this.sql.query(`SELECT set_config('plan_cache_mode', $1, true)`, [this.mode]);
    await this.sql.query(`PREPARE planned AS ${text}`);
    const values = parameters.map((value) => pg.escapeLiteral(String(value))).join(', ');
    const rows = await this.sql.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE planned (${values})`,
    );
    await this.sql.query('DEALLOCATE planned');
    for (const row of rows) for (const { Plan } of row['QUERY PLAN']) this.keep(Plan);
    return [];
  }

  private keep(node: PlanNode): void {
    this.nodes.push(node);
    node.Plans?.forEach((inner) => this.keep(inner));
  }
}

const address = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const readHoldings = (sql: SqlSession, trader: number): Promise<Holdings> =>
  new PortfolioRepository(sql).readHoldings(`agent_trader_${trader}`, address(trader));

describe('holdings of wallets with thousands of markets', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    const { database } = open;
    await database.query(
      `INSERT INTO users (kind, agent_id, wallet_address)
       SELECT 'agent', 'agent_trader_' || n, '0x' || lpad(to_hex(n), 40, '0') FROM unnest($1::int[]) AS n`,
      [TRADERS.map(String)],
    );
    await database.query(`UPDATE chain_index SET block_number = 9, block_hash = '0x9', block_time = now()`);
    await database.query(`
      WITH records AS (
        INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain,
          closes_at, from_chain)
        SELECT (SELECT id FROM users WHERE agent_id = 'agent_trader_1'), 'Market ' || m, 'OPEN', 'YES', 'NO', 'USDC',
          'CHAIN-TESTNET', now() + interval '1 day', true FROM generate_series(1, ${MARKETS}) AS m RETURNING id, title
      )
      INSERT INTO chain_markets (market_contract_address, record_id, linked, onchain_id, creator, resolver, closes_at,
        block_number, created_at, transaction_hash)
      SELECT '0x' || lpad(to_hex(split_part(title, ' ', 2)::int), 40, '0'), id, false, title, '0x', '0x',
        now() + interval '1 day', 1, now(), '0x' FROM records`);
    // Each trader bought NO a year ago and YES since, in market 1 last.
    await database.query(`
      INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price, created_at)
      SELECT u.id, c.record_id, o, m, 0.5, now() - m * interval '1 minute' - CASE o WHEN 'NO' THEN 1 ELSE 0 END * interval '1 year'
      FROM users AS u, generate_series(1, ${HELD}) AS m, unnest(ARRAY['YES', 'NO']) AS o, chain_markets AS c
      WHERE c.market_contract_address = '0x' || lpad(to_hex(m), 40, '0')`);
    await database.query(`
      INSERT INTO settlements (market_id, user_id, outcome, amount, status, tx_hash, settled_at)
      SELECT c.record_id, u.id, 'YES', 1, 'SETTLED', '0xclaim' || split_part(c.onchain_id, ' ', 2), now()
      FROM chain_markets AS c, users AS u`);
    await database.query('ANALYZE');
  });
  afterAll(() => open.close());

  const readPlans = (mode: PlanMode): Promise<PlanReader> =>
    open.database.transaction(async (tx) => {
      const reader = new PlanReader(tx, mode);
      await readHoldings(reader, 2);
      return reader;
    });

  it.each(TRADERS)('returns both stakes in the markets bought into last (trader %i)', async (trader) => {
    const { holdings, isTruncated } = await readHoldings(open.database, trader);
    const expected = Array.from({ length: SHOWN }, (_, index) => {
      const [market, stake] = [address(index + 1), String(index + 1)];
      return [
        [market, 'YES', stake, '1', `0xclaim${index + 1}`],
        [market, 'NO', stake, null, null],
      ];
    }).flat();
    expect(
      holdings.map((held) => [held.marketContractAddress, held.outcome, held.stake, held.due, held.transactionHash]),
    ).toEqual(expected);
    expect(isTruncated).toBe(true);
  });

  it('are truncated from one market more than it returns', async () => {
    const { database } = open;
    const buy = `INSERT INTO positions (user_id, market_id, outcome, quantity, average_entry_price)
      SELECT u.id, c.record_id, o, 1, 0.5 FROM users AS u, chain_markets AS c, unnest(ARRAY['YES', 'NO']) AS o
      WHERE u.agent_id = 'agent_trader_4' AND c.market_contract_address = ANY ($1)`;
    await database.query(`INSERT INTO users (kind, agent_id, wallet_address) VALUES ('agent', 'agent_trader_4', $1)`, [
      address(4),
    ]);
    await database.query(buy, [Array.from({ length: SHOWN }, (_, index) => address(index + 1))]);
    expect(await readHoldings(database, 4)).toMatchObject({ isTruncated: false, holdings: { length: 2 * SHOWN } });
    await database.query(buy, [[address(SHOWN + 1)]]);
    expect(await readHoldings(database, 4)).toMatchObject({ isTruncated: true, holdings: { length: 2 * SHOWN } });
  });

  it('reads at most twice as many rows of each table as it returns markets, and one more', async () => {
    const reader = await readPlans('force_custom_plan');
    const tables = reader.nodes.filter((node) => node['Relation Name'] !== undefined);
    const rowsOf = (node: PlanNode): number => node['Actual Rows'] * node['Actual Loops'];
    expect(tables.length).toBeGreaterThan(5);
    expect(tables.filter((node) => rowsOf(node) > 2 * SHOWN + 1)).toEqual([]);
  });

  it.each(['force_custom_plan', 'force_generic_plan'] as const)('reads large tables by index (%s)', async (mode) => {
    const reader = await readPlans(mode);
    const scans = reader.nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(scans.filter((node) => LARGE.includes(String(node['Relation Name'])))).toEqual([]);
  });
});
