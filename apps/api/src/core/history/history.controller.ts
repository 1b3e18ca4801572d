import { Controller, Get } from '@nestjs/common';
import { CandlesRepository } from '@app/markets';
import { ListQuery, nextCursorOf } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { MarketIdParam } from '../params.js';
import { HISTORY_DOCS } from './history.docs.js';
import { type HistoryBody, presentHistory } from './history.presenter.js';
import { HistoryListQuery, historyQueryOf, scopeOf } from './history.query.js';

@Controller('markets')
export class HistoryController {
  constructor(private readonly candles: CandlesRepository) {}

  @Get(':id/history')
  @Describe(HISTORY_DOCS.get)
  async get(
    @MarketIdParam('id', 'market_not_found') marketId: string,
    @ListQuery(HistoryListQuery) listQuery: HistoryListQuery,
  ): Promise<{ history: HistoryBody; next_cursor: string | null }> {
    const scope = scopeOf(marketId, listQuery);
    const query = historyQueryOf(marketId, listQuery, scope);
    const history = await this.candles.listCandles(query);
    return { history: presentHistory(query, history), next_cursor: nextCursorOf(history, scope) };
  }
}
