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
