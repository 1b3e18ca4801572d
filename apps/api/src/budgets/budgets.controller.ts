import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BudgetsService } from '@app/agents';
import { NeedsKey } from '../auth/needs-key.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { AgentIdParam } from '../wallets/agent-id.decorator.js';
import { BudgetResponse } from './budget.dto.js';
import { presentBudget } from './budget.presenter.js';

@Controller('agent/wallets')
@ApiTags('Agent wallets')
export class BudgetsController {
  constructor(private readonly budgets: BudgetsService) {}

  @Get(':agent_id/budget')
  @ApiOperation({
    summary: 'Read the budget of an agent',
    description:
      'Returns the limits of the agent and of its account, with their use. A stake is reserved when its execution is accepted. It is spent when the execution is executed, and released when the execution fails or is cancelled. An unknown execution keeps its stake reserved. Claims and other actions than buys are not counted.',
  })
  @ApiOkResponse({ type: BudgetResponse, description: 'The budget.' })
  @ApiErrors('agent_wallet_not_found')
  @NeedsKey('read', 'agent in path')
  async getBudget(@AgentIdParam() agentId: string): Promise<BudgetResponse> {
    return { budget: presentBudget(agentId, await this.budgets.get(agentId)) };
  }
}
