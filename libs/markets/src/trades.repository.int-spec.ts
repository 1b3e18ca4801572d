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

  const createMarket = async (status: string): Promise<string> => {
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

  it('records simultaneous trades, and returns each to its caller', async () => {
    const [first, second] = [await createMarket('OPEN'), await createMarket('OPEN')];
    const inputs = [first, second, first].map(inMarket);
    const recorded = await Promise.all(inputs.map((input) => trades.recordTrade(input)));
    expect(recorded).toMatchObject(inputs);
    expect(recorded[0]).toMatchObject({ collateralAmount: '0.0000000000000000015', feeAmount: '0', status: 'PENDING' });
  });

  it('rejects of simultaneous trades those whose market is missing or closed', async () => {
    const [tradable, closed] = [await createMarket('OPEN'), await createMarket('TRADING_CLOSED')];
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
});
