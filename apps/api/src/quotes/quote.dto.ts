import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OUTCOMES, type Outcome } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiDecimal, ApiEnum, ApiInteger } from '../docs/properties.js';
import { DecimalString, OneOf } from '../http/validation/fields.js';

export class QuoteQueryDto {
  @OneOf(OUTCOMES, { description: 'Outcome to buy, case-insensitive.', example: 'YES', anyCase: true })
  outcome: Outcome;

  @DecimalString({
    description: 'Stake above 0, display units, with at most as many decimals as the token.',
    example: '10',
    positive: true,
  })
  amount: string;
}

@ApiSchema({ name: 'PayoutTerms', description: 'Payout of a stake.' })
export class PayoutTermsDto {
  @ApiDecimal({ description: 'Payout including the stake, display units.', example: '22' })
  payout_if_won: string;

  @ApiDecimal({ description: 'Payout divided by stake, rounded down.', example: '2.2' })
  payout_multiple: string;
}

@ApiSchema({ name: 'LaterBet', description: 'Payout of the quoted stake after a later buy.' })
export class LaterBetDto {
  @ApiDecimal({ description: 'Stake of the later buy, display units.', example: '5' })
  amount: string;

  @ApiProperty({ type: PayoutTermsDto })
  on_same_outcome: PayoutTermsDto;

  @ApiProperty({
    type: PayoutTermsDto,
    description: 'Payout after a later buy of the other outcome.',
    example: { payout_if_won: '27.5', payout_multiple: '2.75' },
  })
  on_other_outcome: PayoutTermsDto;
}

/** The examples quote a buy of 10 on YES, with 10 on YES and 30 on NO. */
@ApiSchema({
  name: 'Quote',
  description: 'Effect and payout of a buy, computed from the pools at one block as in the contract.',
})
export class QuoteDto {
  @ApiAddress({ description: 'Address of the market contract.', example: EXAMPLE.market })
  market_contract_address: string;

  @ApiEnum(OUTCOMES, { description: 'Outcome to buy.', example: 'YES' })
  outcome: string;

  @ApiDecimal({ description: 'Stake, display units.', example: '10' })
  amount: string;

  @ApiDecimal({ description: 'Sum of all stakes on YES before the buy, display units.', example: '10' })
  yes_pool: string;

  @ApiDecimal({ description: 'Sum of all stakes on NO before the buy, display units.', example: '30' })
  no_pool: string;

  @ApiDecimal({
    description: 'Share of the outcome’s pool before the buy, 0 to 1, rounded down.',
    null: 'while the pools are empty',
    example: '0.25',
  })
  implied_probability_before: string | null;

  @ApiDecimal({ description: 'Share of the outcome’s pool after the buy, 0 to 1, rounded down.', example: '0.4' })
  implied_probability_after: string;

  @ApiDecimal({
    description: 'Payout including the stake if the market ended now with this outcome, display units.',
    example: '25',
  })
  payout_if_won: string;

  @ApiDecimal({ description: 'Payout minus stake, display units.', example: '15' })
  profit_if_won: string;

  @ApiDecimal({ description: 'Payout divided by stake, rounded down, at least 1.', example: '2.5' })
  payout_multiple: string;

  @ApiDecimal({
    description: 'Probability of the outcome above which the buy is profitable on average, 0 to 1, rounded up.',
    example: '0.4',
  })
  break_even_probability: string;

  @ApiProperty({
    type: [LaterBetDto],
    description: 'Payouts after later buys. Buys of the same outcome lower the payout, buys of the other raise it.',
  })
  later_bets: LaterBetDto[];

  @ApiInteger({ description: 'Block of the pools.', example: 4711 })
  as_of_block: number;
}

export class QuoteResponse {
  @ApiProperty({ type: QuoteDto })
  quote: QuoteDto;
}
