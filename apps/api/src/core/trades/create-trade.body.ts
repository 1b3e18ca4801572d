import { OUTCOMES, type Outcome, SIDES, type Side, type TradeTerms } from '@app/markets';
import { decimal, Field, oneOf, uuid } from '../../http/index.js';

const DIGITS = { integerDigits: 18, fractionDigits: 18 };

export class CreateTradeBody {
  @Field(uuid()) user_id: string;
  @Field(uuid()) market_id: string;
  @Field(oneOf(OUTCOMES)) outcome: Outcome;
  @Field(oneOf(SIDES)) side: Side;
  @Field(decimal({ ...DIGITS, positive: true })) quantity: string;
  @Field(decimal({ ...DIGITS, max: '1' })) price: string;
}

export function tradeTermsOf(body: CreateTradeBody): TradeTerms {
  const { user_id: userId, market_id: marketId, outcome, side, quantity, price } = body;
  return { userId, marketId, outcome, side, quantity, price };
}
