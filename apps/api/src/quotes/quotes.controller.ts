import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadModels } from '@app/indexer';
import { QuotesService } from '@app/markets';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { MarketIdParam } from '../http/path-param.decorator.js';
import { ReadQuery } from '../http/validation/valid-query.decorator.js';
import { QuoteQueryDto, QuoteResponse } from './quote.dto.js';
import { presentQuote } from './quote.presenter.js';

@Controller('markets')
@ApiTags('Markets')
export class QuotesController {
  constructor(
    private readonly quotes: QuotesService,
    private readonly readModels: ReadModels,
  ) {}

  @Get(':id/quote')
  @ApiOperation({
    summary: 'Quote a buy',
    description:
      'Returns the effect of a buy on the pools and its payout, computed in the contract’s integer arithmetic. Nothing is reserved: every buy moves the pools. `min_multiple` of a buy intent sets the minimum payout, which the contract enforces.\n\nThe preview of a buy contains the same data as `quote`.',
  })
  @ApiOkResponse({ type: QuoteResponse, description: 'The quote.' })
  @ApiErrors('market_not_open', 'market_not_found')
  @FailsWith('market_get_failed')
  async getQuote(
    @MarketIdParam('id', 'market_not_found') marketId: string,
    @ReadQuery() { outcome, amount }: QuoteQueryDto,
  ): Promise<QuoteResponse> {
    await this.readModels.waitForExecuted('market', marketId);
    return { quote: presentQuote(await this.quotes.getQuote({ marketId, outcome, amount })) };
  }
}
