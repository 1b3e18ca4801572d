import { ApiSchema } from '@nestjs/swagger';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiBaseUnits, ApiEnum, ApiFlag } from '../docs/properties.js';

/** A key of other actions is absent. */
const OF_ACTION = { required: false, nullable: true };

@ApiSchema({
  name: 'Readback',
  description:
    'Values read from the contracts after the transaction. Amounts are strings in base units. The action determines which keys are present.',
})
export class ReadbackDto {
  @ApiBaseUnits({
    description: 'Number of markets that the factory has created. For `create_market`.',
    example: '12',
    ...OF_ACTION,
  })
  market_count?: string | null;

  @ApiAddress({
    description: 'Address of the new market contract. For `create_market`.',
    example: EXAMPLE.market,
    ...OF_ACTION,
  })
  created_market?: string | null;

  @ApiFlag({
    description: 'Whether the factory created the market. For `create_market`.',
    example: true,
    ...OF_ACTION,
  })
  is_market?: boolean | null;

  @ApiBaseUnits({ description: 'Stake of the wallet on YES. For buys.', example: '10000000', ...OF_ACTION })
  yes_positions?: string | null;

  @ApiBaseUnits({ description: 'Stake of the wallet on NO. For buys.', example: '0', ...OF_ACTION })
  no_positions?: string | null;

  @ApiBaseUnits({ description: 'Sum of all stakes on YES. For buys.', example: '10000000', ...OF_ACTION })
  total_yes?: string | null;

  @ApiBaseUnits({ description: 'Sum of all stakes on NO. For buys.', example: '0', ...OF_ACTION })
  total_no?: string | null;

  @ApiBaseUnits({ description: 'Sum of all stakes. For buys.', example: '10000000', ...OF_ACTION })
  total_collateral?: string | null;

  @ApiEnum(['0', '1', '2', '3'], {
    description:
      'Status of the market: open, closed, resolved, cancelled. For actions other than buys and `create_market`.',
    example: '2',
    ...OF_ACTION,
  })
  market_status?: string | null;

  @ApiFlag({ description: 'Whether stakes are accepted. For `close_market`.', example: false, ...OF_ACTION })
  is_open?: boolean | null;

  @ApiEnum(['0', '1', '2'], {
    description: 'Outcome: undecided, YES, NO. For `resolve_market` and `claim_payout`.',
    example: '1',
    ...OF_ACTION,
  })
  winning_outcome?: string | null;

  @ApiBaseUnits({
    description: 'Payout that the wallet can claim now. For `resolve_market` and `claim_payout`.',
    example: '0',
    ...OF_ACTION,
  })
  claimable_payout?: string | null;

  @ApiBaseUnits({
    description: 'Refund that the wallet can claim now. For `cancel_market` and `claim_refund`.',
    example: '0',
    ...OF_ACTION,
  })
  claimable_refund?: string | null;

  @ApiFlag({
    description: 'Whether the wallet has claimed. For actions on decided markets.',
    example: true,
    ...OF_ACTION,
  })
  has_claimed?: boolean | null;
}
