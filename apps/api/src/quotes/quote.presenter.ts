import type { LaterBet } from '@app/chain';
import type { MarketQuote } from '@app/markets';
import { toChecksumAddress } from '@app/common';
import type { LaterBetDto, PayoutTermsDto, QuoteDto } from './quote.dto.js';

export function presentQuote(quote: MarketQuote): QuoteDto {
  return {
    market_contract_address: toChecksumAddress(quote.marketContractAddress),
    outcome: quote.outcome,
    amount: quote.amount,
    yes_pool: quote.yesPool,
    no_pool: quote.noPool,
    implied_probability_before: quote.impliedProbabilityBefore,
    implied_probability_after: quote.impliedProbabilityAfter,
    payout_if_won: quote.payoutIfWon,
    profit_if_won: quote.profitIfWon,
    payout_multiple: quote.payoutMultiple,
    break_even_probability: quote.breakEvenProbability,
    later_bets: quote.laterBets.map(presentLaterBet),
    as_of_block: quote.asOfBlock,
  };
}

function presentLaterBet({ amount, onSameOutcome, onOtherOutcome }: LaterBet): LaterBetDto {
  return {
    amount,
    on_same_outcome: presentTerms(onSameOutcome),
    on_other_outcome: presentTerms(onOtherOutcome),
  };
}

function presentTerms({ payoutIfWon, payoutMultiple }: LaterBet['onSameOutcome']): PayoutTermsDto {
  return { payout_if_won: payoutIfWon, payout_multiple: payoutMultiple };
}
