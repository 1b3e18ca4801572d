import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { PositionBody } from './position.presenter.js';

export const POSITION = wire.named<PositionBody>('Position', 'A user’s stake on one outcome of one market.', {
  id: wire.uuid('The position’s id.', EXAMPLE.positionId),
  user_id: wire.uuid('Whose it is.', EXAMPLE.userId),
  market_id: wire.uuid('The market.', EXAMPLE.marketId),
  outcome: wire.oneOf(OUTCOMES, 'The outcome.'),
  quantity: wire.decimal('What was staked.', '10'),
  average_entry_price: wire.decimal('What one of it cost on average.', '1'),
  realized_pnl: wire.signedDecimal('Profit that is certain; negative for a loss.', '0'),
  created_at: wire.timestamp('When the record was made.', EXAMPLE.createdAt),
  updated_at: wire.timestamp('When it last changed.', EXAMPLE.updatedAt),
});

export const POSITIONS_PAGE = wire.object({
  positions: wire.list(POSITION, 'The positions, newest first.'),
  next_cursor: wire.nextCursor(),
});
