import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { SettlementBody } from './settlement.presenter.js';

export const SETTLEMENT = wire.named<SettlementBody>(
  'Settlement',
  'What a market that ended owes a user, or has paid.',
  {
    id: wire.uuid('The settlement’s id.', EXAMPLE.settlementId),
    market_id: wire.uuid('The market.', EXAMPLE.marketId),
    user_id: wire.uuid('To whom.', EXAMPLE.userId),
    resolution_id: wire.nullable(
      wire.uuid(
        'The resolution that it follows from; null for the refund of a cancelled market.',
        EXAMPLE.resolutionId,
      ),
    ),
    outcome: wire.oneOf(OUTCOMES, 'The outcome that the stake was on.'),
    amount: wire.decimal('How much.', '40'),
    status: wire.oneOf(['PENDING', 'SETTLED'], '`PENDING` until it is claimed.', 'SETTLED'),
    tx_hash: wire.nullable(wire.bytes32('The transaction of the claim.', EXAMPLE.transactionHash)),
    settled_at: wire.nullable(wire.timestamp('When it was claimed.', EXAMPLE.updatedAt)),
    created_at: wire.timestamp('When the record was made.', EXAMPLE.createdAt),
    updated_at: wire.timestamp('When it last changed.', EXAMPLE.updatedAt),
  },
);

export const SETTLEMENTS_PAGE = wire.object({
  settlements: wire.list(SETTLEMENT, 'The settlements, newest first.'),
  next_cursor: wire.nextCursor(),
});
