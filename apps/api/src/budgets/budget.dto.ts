import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { BUDGET_RULES, BUDGET_SCOPES } from '@app/agents';
import { EXAMPLE } from '../docs/examples.js';
import { ApiAddress, ApiDecimal, ApiEnum, ApiSignedDecimal, ApiText, ApiTimestamp } from '../docs/properties.js';

@ApiSchema({ name: 'BudgetRule', description: 'Limit with its use. Amounts in display units.' })
export class BudgetRuleDto {
  @ApiEnum(BUDGET_SCOPES, {
    description: 'Subject of the limit: the agent, or all agents of its account together.',
    example: 'agent',
  })
  scope: string;

  @ApiEnum(['max_trade_amount', ...BUDGET_RULES], { description: 'Name of the limit.', example: 'daily_limit' })
  rule: string;

  @ApiDecimal({ description: 'Maximum stake.', example: '500' })
  limit: string;

  @ApiDecimal({ description: 'Stake of executed buys.', example: '120' })
  spent: string;

  @ApiDecimal({ description: 'Stake of unfinished executions, also of those with an unknown outcome.', example: '30' })
  reserved: string;

  @ApiSignedDecimal({ description: 'Stake that is left. Negative after a limit was lowered.', example: '350' })
  headroom: string;

  @ApiTimestamp({
    description: 'Time at which the oldest spent stake leaves the window of `daily_limit`.',
    null: 'for other limits',
    example: '2026-06-02T09:00:02.417Z',
  })
  resets_at: string | null;

  @ApiAddress({
    description: 'Market of `market_limit`: the one with the highest stake. Null for other limits, or without a stake.',
    example: null,
  })
  market_contract_address: string | null;
}

@ApiSchema({ name: 'Budget', description: 'Limits of an agent and of its account.' })
export class BudgetDto {
  @ApiText({ description: 'Id of the agent.', example: EXAMPLE.agentId })
  agent_id: string;

  @ApiTimestamp({
    description: 'Time from which the agent creates no market and buys nothing.',
    null: 'for no end',
    example: null,
  })
  valid_until: string | null;

  @ApiProperty({ type: [BudgetRuleDto], description: 'Limits that are set.' })
  rules: BudgetRuleDto[];
}

export class BudgetResponse {
  @ApiProperty({ type: BudgetDto })
  budget: BudgetDto;
}
