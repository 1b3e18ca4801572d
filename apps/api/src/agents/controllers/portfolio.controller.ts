import { Controller, Get } from '@nestjs/common';
import { ActivityService, PortfolioService } from '@app/agents';
import { ListQuery, nextCursorOf, PageQuery, pageRequestOf } from '../../http/index.js';
import { Describe } from '../../openapi/describe.decorator.js';
import { presentActivityItem } from '../presenters/execution.presenter.js';
import { presentPortfolio } from '../presenters/portfolio.presenter.js';
import { AgentIdParam } from '../requests/params.js';
import { PORTFOLIO_DOCS } from '../docs/portfolio.docs.js';

/** What an agent holds, and what it did. */
@Controller('agent')
export class PortfolioController {
  constructor(
    private readonly portfolios: PortfolioService,
    private readonly activity: ActivityService,
  ) {}

  @Get('portfolio/:agent_id')
  @Describe(PORTFOLIO_DOCS.readPortfolio)
  async readPortfolio(@AgentIdParam() agentId: string): Promise<object> {
    return { portfolio: presentPortfolio(await this.portfolios.get(agentId)) };
  }

  @Get('activity/:agent_id')
  @Describe(PORTFOLIO_DOCS.readActivity)
  async readActivity(@AgentIdParam() agentId: string, @ListQuery(PageQuery) query: PageQuery): Promise<object> {
    const scope = `activity ${agentId}`;
    const page = await this.activity.list(agentId, pageRequestOf(query, scope));
    const items = page.items.map(presentActivityItem);
    return { activity: { agent_id: agentId, items, next_cursor: nextCursorOf(page, scope) } };
  }
}
