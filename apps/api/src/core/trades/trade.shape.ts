import { OUTCOMES, SIDES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import { NOT_EXECUTED, type TradeBody } from './trade.presenter.js';

export const TRADE = wire.named<TradeBody>(
  'Trade',
  'What somebody means to trade: a record, and nothing on the chain.',
  {
    id: wire.uuid('The record’s id.', EXAMPLE.tradeId),
    user_id: wire.uuid('Who trades.', EXAMPLE.userId),
    market_id: wire.uuid('The market.', EXAMPLE.marketId),
    outcome: wire.oneOf(OUTCOMES, 'What is traded.'),
    side: wire.oneOf(SIDES, 'Whether it is bought or sold.'),
    quantity: wire.decimal('How much.', '10'),
    price: wire.decimal('The price of one.', '0.25'),
    collateral_amount: wire.decimal('Quantity × price, to the last digit.', '2.5'),
    fee_amount: wire.decimal('Always zero.', '0'),
    status: wire.oneOf(['PENDING'], 'What became of it.'),
    tx_hash: wire.nullable(wire.bytes32('Always null: nothing is executed.', EXAMPLE.transactionHash), null),
    created_at: wire.timestamp('When the record was made.', EXAMPLE.createdAt),
    updated_at: wire.timestamp('When it last changed.', EXAMPLE.createdAt),
  },
);

export const TRADE_EXECUTION = wire.object<typeof NOT_EXECUTED>(
  {
    status: wire.oneOf([NOT_EXECUTED.status], 'Nothing is executed.'),
    reason: wire.text('Why not, for people.', NOT_EXECUTED.reason),
  },
  'Says on every answer that the trade is a record only.',
);
