import { ApiSchema } from '@nestjs/swagger';
import type { ReadbackKey } from '@app/common';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiBaseUnits, ApiEnum, ApiFlag } from '../docs/properties.js';

type Options = Parameters<typeof ApiBaseUnits>[0];

/** Property, description and example of each value. */
const VALUES: Readonly<
  Record<ReadbackKey, readonly [(options: Options) => PropertyDecorator, string, Options['example']]>
> = {
  market_count: [ApiBaseUnits, 'Number of markets that the factory has created. For `create_market`.', '12'],
  created_market: [ApiAddress, 'Address of the new market contract. For `create_market`.', EXAMPLE.market],
  is_market: [ApiFlag, 'Whether the factory created the market. For `create_market`.', true],
  yes_positions: [ApiBaseUnits, 'Stake of the wallet on YES. For buys.', '10000000'],
  no_positions: [ApiBaseUnits, 'Stake of the wallet on NO. For buys.', '0'],
  total_yes: [ApiBaseUnits, 'Sum of all stakes on YES. For buys.', '10000000'],
  total_no: [ApiBaseUnits, 'Sum of all stakes on NO. For buys.', '0'],
  total_collateral: [ApiBaseUnits, 'Sum of all stakes. For buys.', '10000000'],
  market_status: [
    (options) => ApiEnum(['0', '1', '2', '3'], options),
    'Status of the market: open, closed, resolved, cancelled. For actions other than buys and `create_market`.',
    '2',
  ],
  is_open: [ApiFlag, 'Whether stakes are accepted. For `close_market`.', false],
  winning_outcome: [
    (options) => ApiEnum(['0', '1', '2'], options),
    'Outcome: undecided, YES, NO. For `resolve_market` and `claim_payout`.',
    '1',
  ],
  claimable_payout: [
    ApiBaseUnits,
    'Payout that the wallet can claim now. For `resolve_market` and `claim_payout`.',
    '0',
  ],
  claimable_refund: [
    ApiBaseUnits,
    'Refund that the wallet can claim now. For `cancel_market` and `claim_refund`.',
    '0',
  ],
  has_claimed: [ApiFlag, 'Whether the wallet has claimed. For actions on decided markets.', true],
};

@ApiSchema({
  name: 'Readback',
  description:
    'Values read from the contracts after the transaction. Amounts are strings in base units. The action determines which keys are present.',
})
export class ReadbackDto {}

/** A value of other actions is absent. */
for (const [name, [property, description, example]] of Object.entries(VALUES)) {
  property({ description, example, required: false, nullable: true })(ReadbackDto.prototype, name);
}
