import { OUTCOMES, type Outcome, SIDES, type Side, type TradeTerms } from '@app/markets';
import { decimal, Field, oneOf, uuid } from '../../http/index.js';
import { EXAMPLE } from '../../openapi/examples.js';

const DIGITS = { integerDigits: 18, fractionDigits: 18 };

export class CreateTradeBody {
  @Field(uuid(), { doc: 'Who trades; need not be known here.', example: EXAMPLE.userId })
  user_id: string;

  @Field(uuid(), { doc: 'The market, which must be `OPEN`.', example: EXAMPLE.marketId })
  market_id: string;

  @Field(oneOf(OUTCOMES), { doc: 'What is traded.', example: 'YES' })
  outcome: Outcome;

  @Field(oneOf(SIDES), { doc: 'Whether it is bought or sold.', example: 'BUY' })
  side: Side;

  @Field(decimal({ ...DIGITS, positive: true }), {
    doc: 'How much; at most 18 significant digits before the dot and 18 after it.',
    example: '10',
  })
  quantity: string;

  @Field(decimal({ ...DIGITS, max: '1' }), { doc: 'The price of one, from 0 to 1.', example: '0.25' })
  price: string;
}

export function tradeTermsOf(body: CreateTradeBody): TradeTerms {
  const { user_id: userId, market_id: marketId, outcome, side, quantity, price } = body;
  return { userId, marketId, outcome, side, quantity, price };
}
