import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { ResolutionBody } from './resolution.presenter.js';

export const RESOLUTION = wire.named<ResolutionBody>('Resolution', 'How a market ended, and by what evidence.', {
  id: wire.uuid('The resolution’s id.', EXAMPLE.resolutionId),
  market_id: wire.uuid('The market.', EXAMPLE.marketId),
  winning_outcome: wire.oneOf(OUTCOMES, 'How it ended.'),
  status: wire.oneOf(['RESOLVED'], 'Always `RESOLVED`.'),
  resolver_type: wire.oneOf(['manual'], 'How it was decided.'),
  evidence_reference: wire.text('The transaction that resolved it.', EXAMPLE.transactionHash),
  resolved_at: wire.timestamp('When it was resolved.', EXAMPLE.updatedAt),
  created_at: wire.timestamp('When the record was made.', EXAMPLE.updatedAt),
  updated_at: wire.timestamp('When it last changed.', EXAMPLE.updatedAt),
});
