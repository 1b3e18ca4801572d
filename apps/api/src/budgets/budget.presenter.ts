import type { Budget } from '@app/agents';
import { checksummed } from '../http/present.js';
import type { BudgetDto, BudgetRuleDto } from './budget.dto.js';

export function presentBudget(agentId: string, budgets: readonly Budget[]): BudgetDto {
  return { agent_id: agentId, rules: presentBudgetRules(budgets) };
}

export function presentBudgetRules(budgets: readonly Budget[]): BudgetRuleDto[] {
  return budgets.map(({ resetsAt, marketContractAddress, ...budget }) => ({
    ...budget,
    resets_at: resetsAt,
    market_contract_address: checksummed(marketContractAddress),
  }));
}
