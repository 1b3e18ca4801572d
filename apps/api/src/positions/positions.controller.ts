import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isUuid } from '@app/common';
import { ReadModels } from '@app/indexer';
import { type UserOrMarketFilter, PositionsRepository } from '@app/markets';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { encodeNextCursor, PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { MarketIdParam, UserIdParam } from '../http/path-param.decorator.js';
import { present } from '../http/present.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { PositionDto, PositionsPage } from './position.dto.js';

@Controller()
@ApiTags('Positions and settlements')
export class PositionsController {
  constructor(
    private readonly positions: PositionsRepository,
    private readonly readModels: ReadModels,
  ) {}

  @Get('users/:user_id/positions')
  @ApiOperation({
    summary: 'List the positions of a user',
    description: 'Lists positions, newest first. Returns an empty page for an unknown user.',
  })
  @ApiOkResponse({ type: PositionsPage, description: 'Page of positions.' })
  @FailsWith('positions_list_failed')
  @NeedsKey('read', 'user in path')
  async listPositionsOfUser(@UserIdParam() userId: string, @ListQuery() query: PageQueryDto): Promise<PositionsPage> {
    await this.readModels.waitForExecuted('user', userId);
    return this.listPositions({ userId }, query, `users/${userId}/positions`);
  }

  @Get('markets/:market_id/positions')
  @ApiOperation({
    summary: 'List the positions in a market',
    description: 'Lists positions, newest first. Returns an empty page for an unknown market.',
  })
  @ApiOkResponse({ type: PositionsPage, description: 'Page of positions.' })
  @FailsWith('positions_list_failed')
  async listPositionsOfMarket(
    @MarketIdParam('market_id', 'invalid_id') marketId: string,
    @ListQuery() query: PageQueryDto,
  ): Promise<PositionsPage> {
    await this.readModels.waitForExecuted('market', marketId);
    return this.listPositions({ marketId }, query, `markets/${marketId}/positions`);
  }

  private async listPositions(filter: UserOrMarketFilter, query: PageQueryDto, scope: string): Promise<PositionsPage> {
    const page = await this.positions.listPositions(filter, toPageRequest(query, scope, isUuid));
    const positions = page.items.map((position) => present(PositionDto, position));
    return { positions, next_cursor: encodeNextCursor(page, scope) };
  }
}
