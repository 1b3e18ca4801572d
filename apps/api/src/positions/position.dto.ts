import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { ApiDecimal, ApiEnum, ApiNextCursor, ApiSignedDecimal, ApiTimestamp, ApiUuid } from '../docs/properties.js';

@ApiSchema({ name: 'Position', description: 'Stake of a user on one outcome of one market.' })
export class PositionDto {
  @ApiUuid({ description: 'Id of the position.', example: EXAMPLE.positionId })
  id: string;

  @ApiUuid({ description: 'Id of the user that holds the position.', example: EXAMPLE.userId })
  user_id: string;

  @ApiUuid({ description: 'Id of the market.', example: EXAMPLE.marketId })
  market_id: string;

  @ApiEnum(OUTCOMES, { description: 'Outcome of the stake.', example: 'YES' })
  outcome: string;

  @ApiDecimal({ description: 'Stake, display units.', example: '10' })
  quantity: string;

  @ApiDecimal({
    description: 'Stake-weighted mean of the implied probability after each buy, 0 to 1.',
    example: '1',
  })
  average_entry_price: string;

  @ApiSignedDecimal({ description: 'Realized profit, display units. Negative for a loss.', example: '0' })
  realized_pnl: string;

  @ApiTimestamp({ description: 'Time of creation.', example: EXAMPLE.createdAt })
  created_at: string;

  @ApiTimestamp({ description: 'Time of the last change.', example: EXAMPLE.updatedAt })
  updated_at: string;
}

export class PositionsPage {
  @ApiProperty({ type: [PositionDto], description: 'Positions, newest first.' })
  positions: PositionDto[];

  @ApiNextCursor()
  next_cursor: string | null;
}
