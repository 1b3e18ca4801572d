import { Controller, Get, Post } from '@nestjs/common';
import { MarketsRepository } from '@app/markets';
import { NeedsKey } from '../../auth/needs-key.decorator.js';
import { ListQuery, nextCursorOf, ValidBody } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { MarketIdParam } from '../params.js';
import { CreateMarketBody, marketTermsOf } from './create-market.body.js';
import { type MarketBody, presentMarket } from './market.presenter.js';
import { marketsQueryOf, MarketsListQuery, scopeOf } from './markets-list.query.js';
import { MARKETS_DOCS } from './markets.docs.js';

@Controller('markets')
export class MarketsController {
  constructor(private readonly markets: MarketsRepository) {}

  @Get()
  @Describe(MARKETS_DOCS.list)
  async list(
    @ListQuery(MarketsListQuery) query: MarketsListQuery,
  ): Promise<{ markets: MarketBody[]; next_cursor: string | null }> {
    const scope = scopeOf('markets', query);
    const page = await this.markets.listMarkets(marketsQueryOf(query, scope));
    return { markets: page.items.map(presentMarket), next_cursor: nextCursorOf(page, scope) };
  }

  @Get(':id')
  @Describe(MARKETS_DOCS.get)
  async get(@MarketIdParam('id', 'market_not_found') id: string): Promise<{ market: MarketBody }> {
    return { market: presentMarket(await this.markets.getMarket(id)) };
  }

  @Post()
  @Describe(MARKETS_DOCS.create)
  @NeedsKey('records', 'nobody')
  async create(
    @ValidBody(CreateMarketBody, 'invalid_market_request') body: CreateMarketBody,
  ): Promise<{ market: MarketBody }> {
    return { market: presentMarket(await this.markets.createMarket(marketTermsOf(body))) };
  }
}
