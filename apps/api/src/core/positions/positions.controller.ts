import { Controller, Get } from '@nestjs/common';
import { isUuid } from '@app/common';
import { type PositionFilter, PositionsRepository } from '@app/markets';
import { ListQuery, nextCursorOf, PageQuery, pageRequestOf } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { MarketIdParam, UserIdParam } from '../params.js';
import { type PositionBody, presentPosition } from './position.presenter.js';
import { POSITIONS_DOCS } from './positions.docs.js';

interface PositionsBody {
  positions: PositionBody[];
  next_cursor: string | null;
}

@Controller()
export class PositionsController {
  constructor(private readonly positions: PositionsRepository) {}

  @Get('users/:user_id/positions')
  @Describe(POSITIONS_DOCS.ofUser)
  ofUser(@UserIdParam() userId: string, @ListQuery(PageQuery) query: PageQuery): Promise<PositionsBody> {
    return this.list({ userId }, query, `users/${userId}/positions`);
  }

  @Get('markets/:market_id/positions')
  @Describe(POSITIONS_DOCS.ofMarket)
  ofMarket(
    @MarketIdParam('market_id', 'invalid_id') marketId: string,
    @ListQuery(PageQuery) query: PageQuery,
  ): Promise<PositionsBody> {
    return this.list({ marketId }, query, `markets/${marketId}/positions`);
  }

  private async list(filter: PositionFilter, query: PageQuery, scope: string): Promise<PositionsBody> {
    const page = await this.positions.listPositions(filter, pageRequestOf(query, scope, isUuid));
    return { positions: page.items.map(presentPosition), next_cursor: nextCursorOf(page, scope) };
  }
}
