import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PortfolioService } from '@app/agents';
import { ReadModels } from '@app/indexer';
import { ActivityRepository } from '@app/intents';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { FailsWith } from '../http/fails-with.decorator.js';
import { encodeNextCursor, PageQueryDto, toPageRequest } from '../http/pagination/page-query.dto.js';
import { ListQuery } from '../http/validation/valid-query.decorator.js';
import { AgentIdParam } from '../wallets/agent-id.decorator.js';
import { ActivityResponse } from './activity.dto.js';
import { presentActivityItem } from './activity.presenter.js';
import { PortfolioResponse } from './portfolio.dto.js';
import { presentPortfolio } from './portfolio.presenter.js';

@Controller('agent')
@ApiTags('Agent records')
export class PortfolioController {
  constructor(
    private readonly portfolios: PortfolioService,
    private readonly activity: ActivityRepository,
    private readonly readModels: ReadModels,
  ) {}

  @Get('portfolio/:agent_id')
  @ApiOperation({
    summary: 'Read the portfolio of an agent',
    description: 'Returns the stakes of the agent’s wallet with their current value at the last indexed block.',
  })
  @ApiOkResponse({ type: PortfolioResponse, description: 'The portfolio.' })
  @ApiErrors('agent_wallet_not_found')
  @FailsWith('agent_portfolio_get_failed')
  @NeedsKey('read', 'agent in path')
  async getPortfolio(@AgentIdParam() agentId: string): Promise<PortfolioResponse> {
    await this.readModels.waitForExecuted('agent', agentId);
    return { portfolio: presentPortfolio(await this.portfolios.get(agentId)) };
  }

  @Get('activity/:agent_id')
  @ApiOperation({
    summary: 'List the activity of an agent',
    description: 'Lists intents and executions together, newest first. Returns an empty page for an unknown agent.',
  })
  @ApiOkResponse({ type: ActivityResponse, description: 'Page of activity.' })
  @FailsWith('agent_activity_get_failed')
  @NeedsKey('read', 'agent in path', 'agent_not_found')
  async listActivity(@AgentIdParam() agentId: string, @ListQuery() query: PageQueryDto): Promise<ActivityResponse> {
    const scope = `activity ${agentId}`;
    const page = await this.activity.list(agentId, toPageRequest(query, scope));
    const items = page.items.map(presentActivityItem);
    return { activity: { agent_id: agentId, items, next_cursor: encodeNextCursor(page, scope) } };
  }
}
