import { randomUUID } from 'node:crypto';
import { AppError } from '@app/common';
import { openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import type { CreateTradeInput } from './trade.entity.js';
import { TradesRepository } from './trades.repository.js';

describe('TradesRepository', () => {
  let open: OpenDatabase;
  let trades: TradesRepository;

  beforeAll(async () => {
    open = await openDatabase();
    trades = new TradesRepository(open.database);
  });
  afterAll(() => open.close());

  const marketOf = async (status: string): Promise<string> => {
    const { id } = await open.database.queryOneOrFail<{ id: string }>(
      `WITH creator AS (INSERT INTO users (kind) VALUES ('person') RETURNING id)
       INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain,
         closes_at)
       SELECT id, 'Will it rain?', $1, 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + interval '1 day' FROM creator
       RETURNING id`,
      [status],
    );
    return id;
  };
  const inMarket = (marketId: string): CreateTradeInput => ({
    ...{ userId: randomUUID(), marketId, outcome: 'YES', side: 'BUY' },
    ...{ quantity: '0.000000000000000003', price: '0.5' },
  });

  it('records simultaneous trades in one transaction, and returns each to its caller', async () => {
    const [first, second] = [await marketOf('OPEN'), await marketOf('OPEN')];
    const inputs = [first, second, first].map(inMarket);
    const recorded = await Promise.all(inputs.map((input) => trades.recordTrade(input)));
    expect(recorded).toMatchObject(inputs);
    expect(recorded[0]).toMatchObject({ collateralAmount: '0.0000000000000000015', feeAmount: '0', status: 'PENDING' });
    const rows = await open.database.query('SELECT DISTINCT xmin::text FROM trades WHERE id = ANY ($1)', [
      recorded.map(({ id }) => id),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('rejects of simultaneous trades those whose market is missing or closed', async () => {
    const [tradable, closed] = [await marketOf('OPEN'), await marketOf('TRADING_CLOSED')];
    const results = await Promise.all(
      [tradable, closed, randomUUID(), tradable].map((marketId) =>
        trades.recordTrade(inMarket(marketId)).then(
          () => 'recorded',
          (error: unknown) => (error instanceof AppError ? error.code : error),
        ),
      ),
    );
    expect(results).toEqual(['recorded', 'market_not_open', 'market_not_found', 'recorded']);
  });

  it('records trades in other markets while one market is locked', async () => {
    const markets = [await marketOf('OPEN'), await marketOf('OPEN'), await marketOf('OPEN')];
    let waiting: Promise<unknown> = Promise.resolve();
    await open.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM markets WHERE id = $1 FOR UPDATE', [markets[0] ?? '']);
      const [first, ...others] = markets.map((marketId) => trades.recordTrade(inMarket(marketId)));
      waiting = first ?? waiting;
      expect(await Promise.all(others)).toMatchObject(markets.slice(1).map((marketId) => ({ marketId })));
    });
    expect(await waiting).toMatchObject({ marketId: markets[0] });
  });
});
