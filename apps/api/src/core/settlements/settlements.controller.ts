import { Controller, Get } from '@nestjs/common';
import { isUuid } from '@app/common';
import { type PositionFilter, SettlementsRepository } from '@app/markets';
import { ListQuery, nextCursorOf, PageQuery, pageRequestOf } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { MarketIdParam, UserIdParam } from '../params.js';
import { presentSettlement, type SettlementBody } from './settlement.presenter.js';
import { SETTLEMENTS_DOCS } from './settlements.docs.js';

interface SettlementsBody {
  settlements: SettlementBody[];
  next_cursor: string | null;
}

@Controller()
export class SettlementsController {
  constructor(private readonly settlements: SettlementsRepository) {}

  @Get('users/:user_id/settlements')
  @Describe(SETTLEMENTS_DOCS.ofUser)
  ofUser(@UserIdParam() userId: string, @ListQuery(PageQuery) query: PageQuery): Promise<SettlementsBody> {
    return this.list({ userId }, query, `users/${userId}/settlements`);
  }

  @Get('markets/:market_id/settlements')
  @Describe(SETTLEMENTS_DOCS.ofMarket)
  ofMarket(
    @MarketIdParam('market_id', 'invalid_id') marketId: string,
    @ListQuery(PageQuery) query: PageQuery,
  ): Promise<SettlementsBody> {
    return this.list({ marketId }, query, `markets/${marketId}/settlements`);
  }

  private async list(filter: PositionFilter, query: PageQuery, scope: string): Promise<SettlementsBody> {
    const page = await this.settlements.listSettlements(filter, pageRequestOf(query, scope, isUuid));
    return { settlements: page.items.map(presentSettlement), next_cursor: nextCursorOf(page, scope) };
  }
}
