import type { LaterBet } from '@app/chain';
import type { MarketQuote } from '@app/markets';
import { toChecksumAddress } from '@app/common';
import { present } from '../http/present.js';
import { LaterBetDto, PayoutTermsDto, QuoteDto } from './quote.dto.js';

export function presentQuote(quote: MarketQuote): QuoteDto {
  return present(QuoteDto, {
    ...quote,
    marketContractAddress: toChecksumAddress(quote.marketContractAddress),
    laterBets: quote.laterBets.map(presentLaterBet),
  });
}

function presentLaterBet({ amount, onSameOutcome, onOtherOutcome }: LaterBet): LaterBetDto {
  return {
    amount,
    on_same_outcome: present(PayoutTermsDto, onSameOutcome),
    on_other_outcome: present(PayoutTermsDto, onOtherOutcome),
  };
}
