import type { PlacedQuote } from '@app/agents';
import { toChecksumAddress } from '@app/common';
import type { LaterBet } from '@app/contracts';

export interface QuoteBody {
  market_contract_address: string;
  outcome: string;
  amount: string;
  yes_pool: string;
  no_pool: string;
  implied_probability_before: string | null;
  implied_probability_after: string;
  payout_if_won: string;
  profit_if_won: string;
  payout_multiple: string;
  break_even_probability: string;
  later_bets: readonly LaterBetBody[];
  as_of_block: number;
}

export interface LaterBetBody {
  amount: string;
  on_same_outcome: PayoutTermsBody;
  on_other_outcome: PayoutTermsBody;
}

export interface PayoutTermsBody {
  payout_if_won: string;
  payout_multiple: string;
}

export function presentQuote(quote: PlacedQuote): QuoteBody {
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

function presentLaterBet({ amount, onSameOutcome, onOtherOutcome }: LaterBet): LaterBetBody {
  return {
    amount,
    on_same_outcome: presentTerms(onSameOutcome),
    on_other_outcome: presentTerms(onOtherOutcome),
  };
}

function presentTerms({ payoutIfWon, payoutMultiple }: LaterBet['onSameOutcome']): PayoutTermsBody {
  return { payout_if_won: payoutIfWon, payout_multiple: payoutMultiple };
}
