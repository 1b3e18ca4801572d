import type { AgentBudget } from '@app/agents';
import { checksummed, present } from '../http/present.js';
import { type BudgetDto, BudgetRuleDto } from './budget.dto.js';

export function presentBudget(agentId: string, { validUntil, rules }: AgentBudget): BudgetDto {
  return { agent_id: agentId, valid_until: validUntil?.toISOString() ?? null, rules: presentBudgetRules(rules) };
}

export function presentBudgetRules(budgets: AgentBudget['rules']): BudgetRuleDto[] {
  return budgets.map((budget) =>
    present(BudgetRuleDto, { ...budget, marketContractAddress: checksummed(budget.marketContractAddress) }),
  );
}
