import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { advanceMarkets } from './advance-markets.js';

describe('advanceMarkets', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    await open.database.query(`INSERT INTO users (kind) VALUES ('person')`);
  });
  beforeEach(() => open.database.query('DELETE FROM markets'));
  afterAll(() => open.close());

  /** @param opens and closes: minutes from now */
  async function market(status: string, opens: number | null, closes: number): Promise<string> {
    const row = await open.database.queryOne<{ id: string }>(
      `INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain,
         opens_at, closes_at, created_at, updated_at)
       SELECT id, 'Will it?', $1, 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + $2 * interval '1 min',
         now() + $3 * interval '1 min', now() - interval '1 day', now() - interval '1 day' FROM users RETURNING id`,
      [status, opens, closes],
    );
    return row?.id ?? '';
  }

  it.each([
    { status: 'DRAFT', opens: -1, closes: 5, then: 'OPEN', dated: 'opens_at' },
    { status: 'DRAFT', opens: 1, closes: 5, then: 'DRAFT', dated: null },
    { status: 'DRAFT', opens: -5, closes: -1, then: 'TRADING_CLOSED', dated: 'closes_at' },
    { status: 'OPEN', opens: null, closes: -1, then: 'TRADING_CLOSED', dated: 'closes_at' },
    { status: 'OPEN', opens: null, closes: 1, then: 'OPEN', dated: null },
    { status: 'RESOLVED', opens: null, closes: -1, then: 'RESOLVED', dated: null },
    { status: 'CANCELLED', opens: null, closes: -1, then: 'CANCELLED', dated: null },
  ])('$status, opening $opens and closing $closes minutes from now, is $then', async (given) => {
    const id = await market(given.status, given.opens, given.closes);
    await advanceMarkets(open.database);
    const row = await open.database.queryOne<Record<string, Date | string>>('SELECT * FROM markets WHERE id = $1', [
      id,
    ]);
    expect(row?.status).toBe(given.then);
    if (given.dated !== null) expect(row?.updated_at).toEqual(row?.[given.dated]);
  });

  it('advances each market once, in any number of workers', async () => {
    for (let n = 0; n < 20; n += 1)
      await market(n % 2 === 0 ? 'OPEN' : 'DRAFT', n % 2 === 0 ? null : -1, n % 2 === 0 ? -1 : 9);
    const moved = await Promise.all(Array.from({ length: 4 }, () => advanceMarkets(open.database)));
    expect(moved.reduce((sum, { opened }) => sum + opened, 0)).toBe(10);
    expect(moved.reduce((sum, { closed }) => sum + closed, 0)).toBe(10);
  });
});
