import { ApiSchema } from '@nestjs/swagger';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiDecimal, ApiEnum, ApiText, ApiTimestamp } from '../docs/properties.js';

const OF_ACTION = { required: false } as const;

@ApiSchema({
  name: 'IntentParams',
  description: 'Fields of the request that belong to its action. Fields of other actions are absent.',
})
export class IntentParamsDto {
  @ApiAddress({ description: 'Address of the market contract.', example: EXAMPLE.market, ...OF_ACTION })
  market_contract_address?: string | null;

  @ApiDecimal({ description: 'Stake of a buy, display units.', example: '10', ...OF_ACTION })
  amount?: string | null;

  @ApiDecimal({
    description: 'Minimum payout of a buy, as a multiple of the stake. Null for any payout.',
    example: '1.5',
    nullable: true,
    ...OF_ACTION,
  })
  min_multiple?: string | null;

  @ApiEnum(['yes', 'no'], { description: 'Outcome for `resolve_market`.', example: 'yes', ...OF_ACTION })
  outcome?: string | null;

  @ApiText({ description: 'Question for `create_market`.', example: EXAMPLE.question, ...OF_ACTION })
  question?: string | null;

  @ApiTimestamp({ description: 'End of buying for `create_market`.', example: EXAMPLE.closesAt, ...OF_ACTION })
  close_timestamp?: string | null;

  @ApiAddress({ description: 'Resolver for `create_market`.', example: EXAMPLE.agentWallet, ...OF_ACTION })
  resolver?: string | null;

  @ApiAddress({ description: 'Token of the stakes for `create_market`.', example: EXAMPLE.collateral, ...OF_ACTION })
  collateral_token?: string | null;
}
