import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isUuid } from '@app/common';
import { ReadModels } from '@app/indexer';
import { type UserOrMarketFilter, SettlementsRepository } from '@app/markets';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { encodeNextCursor, PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { MarketIdParam, UserIdParam } from '../http/path-param.decorator.js';
import { present } from '../http/present.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { SettlementDto, SettlementsPage } from './settlement.dto.js';

@Controller()
@ApiTags('Positions and settlements')
export class SettlementsController {
  constructor(
    private readonly settlements: SettlementsRepository,
    private readonly readModels: ReadModels,
  ) {}

  @Get('users/:user_id/settlements')
  @ApiOperation({
    summary: 'List the settlements of a user',
    description: 'Lists settlements, newest first. Returns an empty page for an unknown user.',
  })
  @ApiOkResponse({ type: SettlementsPage, description: 'Page of settlements.' })
  @FailsWith('settlements_list_failed')
  @NeedsKey('read', 'user in path')
  async listSettlementsOfUser(
    @UserIdParam() userId: string,
    @ListQuery() query: PageQueryDto,
  ): Promise<SettlementsPage> {
    await this.readModels.waitForExecuted('user', userId);
    return this.listSettlements({ userId }, query, `users/${userId}/settlements`);
  }

  @Get('markets/:market_id/settlements')
  @ApiOperation({
    summary: 'List the settlements of a market',
    description: 'Lists settlements, newest first. Returns an empty page for an unknown market.',
  })
  @ApiOkResponse({ type: SettlementsPage, description: 'Page of settlements.' })
  @FailsWith('settlements_list_failed')
  async listSettlementsOfMarket(
    @MarketIdParam('market_id', 'invalid_id') marketId: string,
    @ListQuery() query: PageQueryDto,
  ): Promise<SettlementsPage> {
    await this.readModels.waitForExecuted('market', marketId);
    return this.listSettlements({ marketId }, query, `markets/${marketId}/settlements`);
  }

  private async listSettlements(
    filter: UserOrMarketFilter,
    query: PageQueryDto,
    scope: string,
  ): Promise<SettlementsPage> {
    const page = await this.settlements.listSettlements(filter, toPageRequest(query, scope, isUuid));
    const settlements = page.items.map((settlement) => present(SettlementDto, settlement));
    return { settlements, next_cursor: encodeNextCursor(page, scope) };
  }
}
