import { Controller, Get } from '@nestjs/common';
import { OUTCOMES, type Outcome, QuotesService } from '@app/markets';
import { decimal, Field, oneOf, QueryFields } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { MarketIdParam } from '../params.js';
import { presentQuote, type QuoteBody } from './quote.presenter.js';
import { QUOTES_DOCS } from './quotes.docs.js';

class QuoteQuery {
  @Field(oneOf(OUTCOMES), { doc: 'What would be bought.', example: 'YES' })
  outcome: Outcome;

  @Field(decimal({ integerDigits: 18, fractionDigits: 18, positive: true }), {
    doc: 'The stake, display units; never finer than the token.',
    example: '10',
  })
  amount: string;
}

@Controller('markets')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  @Get(':id/quote')
  @Describe(QUOTES_DOCS.get)
  async get(
    @MarketIdParam('id', 'market_not_found') marketId: string,
    @QueryFields(QuoteQuery) { outcome, amount }: QuoteQuery,
  ): Promise<{ quote: QuoteBody }> {
    return { quote: presentQuote(await this.quotes.getQuote({ marketId, outcome, amount })) };
  }
}
