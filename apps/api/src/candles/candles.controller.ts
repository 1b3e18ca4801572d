import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CandlesRepository } from '@app/markets';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { encodeNextCursor } from '../http/pagination/page-query.dto.js';
import { MarketIdParam } from '../http/path-param.decorator.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { present } from '../http/present.js';
import {
  CandleDto,
  CandlesQueryDto,
  HistoryDto,
  HistoryResponse,
  toCandlesQuery,
  toCandlesScope,
} from './candle.dto.js';

@Controller('markets')
@ApiTags('Markets')
export class CandlesController {
  constructor(private readonly candles: CandlesRepository) {}

  @Get(':id/history')
  @ApiOperation({
    summary: 'Read the price history of a market',
    description:
      'Returns open, high, low and close of the implied probability of YES, and the volume, newest first. `from` and `to` limit the start of the intervals. `next_cursor` continues with older intervals.',
  })
  @ApiOkResponse({ type: HistoryResponse, description: 'Page of the history.' })
  @ApiErrors('market_not_found')
  @FailsWith('market_get_failed')
  async getHistory(
    @MarketIdParam('id', 'market_not_found') marketId: string,
    @ListQuery() listQuery: CandlesQueryDto,
  ): Promise<HistoryResponse> {
    const scope = toCandlesScope(marketId, listQuery);
    const query = toCandlesQuery(marketId, listQuery, scope);
    const page = await this.candles.listCandles(query);
    const candles = page.candles.map((candle) => present(CandleDto, candle));
    const history = present(HistoryDto, { ...query, candles, asOfBlock: page.asOfBlock });
    return { history, next_cursor: encodeNextCursor(page, scope) };
  }
}
