import { Controller, Get } from '@nestjs/common';
import { MarketsRepository } from '@app/markets';
import { ListQuery, nextCursorOf } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { type CompactMarketBody, presentCompactMarket } from './market.presenter.js';
import { marketsQueryOf, MarketsListQuery, scopeOf } from './markets-list.query.js';
import { MARKETS_DOCS } from './markets.docs.js';

@Controller('agent/markets')
export class AgentMarketsController {
  constructor(private readonly markets: MarketsRepository) {}

  @Get()
  @Describe(MARKETS_DOCS.listCompact)
  async list(
    @ListQuery(MarketsListQuery) query: MarketsListQuery,
  ): Promise<{ markets: CompactMarketBody[]; next_cursor: string | null }> {
    const scope = scopeOf('agent/markets', query);
    const page = await this.markets.listMarkets(marketsQueryOf(query, scope));
    return { markets: page.items.map(presentCompactMarket), next_cursor: nextCursorOf(page, scope) };
  }
}
