import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { ApiBytes32, ApiDecimal, ApiEnum, ApiNextCursor, ApiTimestamp, ApiUuid } from '../docs/properties.js';

@ApiSchema({ name: 'Settlement', description: 'Payout or refund of a user after the end of a market, claimed or not.' })
export class SettlementDto {
  @ApiUuid({ description: 'Id of the settlement.', example: EXAMPLE.settlementId })
  id: string;

  @ApiUuid({ description: 'Id of the market.', example: EXAMPLE.marketId })
  market_id: string;

  @ApiUuid({ description: 'Id of the user who receives the amount.', example: EXAMPLE.userId })
  user_id: string;

  @ApiUuid({
    description: 'Id of the resolution.',
    null: 'for the refund of a cancelled market',
    example: EXAMPLE.resolutionId,
  })
  resolution_id: string | null;

  @ApiEnum(OUTCOMES, { description: 'Outcome of the stake.', example: 'YES' })
  outcome: string;

  @ApiDecimal({ description: 'Amount, display units.', example: '40' })
  amount: string;

  @ApiEnum(['PENDING', 'SETTLED'], {
    description: '`PENDING` before the claim, `SETTLED` after it.',
    example: 'SETTLED',
  })
  status: string;

  @ApiBytes32({
    description: 'Hash of the claim transaction.',
    null: 'before the claim',
    example: EXAMPLE.transactionHash,
  })
  tx_hash: string | null;

  @ApiTimestamp({ description: 'Time of the claim.', null: 'until then', example: EXAMPLE.updatedAt })
  settled_at: string | null;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;
}

export class SettlementsPage {
  @ApiProperty({ type: [SettlementDto], description: 'Settlements, newest first.' })
  settlements: SettlementDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}
