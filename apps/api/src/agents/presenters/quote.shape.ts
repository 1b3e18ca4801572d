import { OUTCOMES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { LaterBetBody, PayoutTermsBody, QuoteBody } from './quote-body.js';

const PAYOUT_TERMS = wire.named<PayoutTermsBody>('PayoutTerms', 'What a stake would be paid.', {
  payout_if_won: wire.decimal('The payout, the stake included.', '22'),
  payout_multiple: wire.decimal('Payout by stake, rounded down.', '2.2'),
});

const LATER_BET = wire.named<LaterBetBody>('LaterBet', 'What somebody else’s buy afterwards would make of it.', {
  amount: wire.decimal('What the other one stakes.', '5'),
  on_same_outcome: PAYOUT_TERMS,
  on_other_outcome: wire.amended(PAYOUT_TERMS, { payout_if_won: '27.5', payout_multiple: '2.75' }),
});

/** One buy of 10 on YES, where 10 stand on YES and 30 on NO. */
export const QUOTE = wire.named<QuoteBody>(
  'Quote',
  'What a buy would bring at the pools of one block, by the contract’s own arithmetic.',
  {
    market_contract_address: wire.address('The market’s contract.', EXAMPLE.market),
    outcome: wire.oneOf(OUTCOMES, 'What is bought.'),
    amount: wire.decimal('The stake, display units.', '10'),
    yes_pool: wire.decimal('All stakes on YES, before the buy.', '10'),
    no_pool: wire.decimal('All stakes on NO, before the buy.', '30'),
    implied_probability_before: wire.nullable(
      wire.decimal(
        'The share of the outcome’s pool, from 0 to 1, rounded down; null while the pools are empty.',
        '0.25',
      ),
    ),
    implied_probability_after: wire.decimal('The same after the buy.', '0.4'),
    payout_if_won: wire.decimal(
      'What the contract would pay for this stake, itself included, if the market ended now with this outcome.',
      '25',
    ),
    profit_if_won: wire.decimal('The payout less the stake.', '15'),
    payout_multiple: wire.decimal('Payout by stake, rounded down; at least 1.', '2.5'),
    break_even_probability: wire.decimal(
      'How likely the outcome must be for the buy not to lose on average at this payout; rounded up.',
      '0.4',
    ),
    later_bets: wire.list(
      LATER_BET,
      'The odds are not locked: later buys on the same outcome dilute the payout, those on the other add to it.',
    ),
    as_of_block: wire.integer('The block that the pools are of.', 4711),
  },
);
