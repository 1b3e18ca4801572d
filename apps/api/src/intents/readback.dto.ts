import { ApiSchema } from '@nestjs/swagger';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiBaseUnits, ApiEnum, ApiFlag } from '../docs/properties.js';

@ApiSchema({
  name: 'Readback',
  description:
    'Values read from the contracts after the transaction. Amounts are strings in base units. The action determines which keys are present.',
})
export class ReadbackDto {
  @ApiBaseUnits({
    description: 'Number of markets of the factory. For `create_market`.',
    example: '12',
    required: false,
  })
  market_count?: string;

  @ApiAddress({
    description: 'Address of the new market’s contract. For `create_market`.',
    example: EXAMPLE.market,
    required: false,
  })
  created_market?: string;

  @ApiFlag({
    description: 'Whether the factory created the market. For `create_market`.',
    example: true,
    required: false,
  })
  is_market?: boolean;

  @ApiBaseUnits({ description: 'Stake of the wallet on YES. For buys.', example: '10000000', required: false })
  yes_positions?: string;

  @ApiBaseUnits({ description: 'Stake of the wallet on NO. For buys.', example: '0', required: false })
  no_positions?: string;

  @ApiBaseUnits({ description: 'Sum of all stakes on YES. For buys.', example: '10000000', required: false })
  total_yes?: string;

  @ApiBaseUnits({ description: 'Sum of all stakes on NO. For buys.', example: '0', required: false })
  total_no?: string;

  @ApiBaseUnits({ description: 'Sum of all stakes. For buys.', example: '10000000', required: false })
  total_collateral?: string;

  @ApiEnum(['0', '1', '2', '3'], {
    description:
      'Status of the market: open, closed, resolved, cancelled. For actions other than buys and `create_market`.',
    example: '2',
    required: false,
  })
  market_status?: string;

  @ApiFlag({ description: 'Whether stakes are accepted. For `close_market`.', example: false, required: false })
  is_open?: boolean;

  @ApiEnum(['0', '1', '2'], {
    description: 'Outcome: undecided, YES, NO. For `resolve_market` and `claim_payout`.',
    example: '1',
    required: false,
  })
  winning_outcome?: string;

  @ApiBaseUnits({
    description: 'Payout that the wallet can claim now. For `resolve_market` and `claim_payout`.',
    example: '0',
    required: false,
  })
  claimable_payout?: string;

  @ApiBaseUnits({
    description: 'Refund that the wallet can claim now. For `cancel_market` and `claim_refund`.',
    example: '0',
    required: false,
  })
  claimable_refund?: string;

  @ApiFlag({
    description: 'Whether the wallet has claimed. For actions on decided markets.',
    example: true,
    required: false,
  })
  has_claimed?: boolean;
}
