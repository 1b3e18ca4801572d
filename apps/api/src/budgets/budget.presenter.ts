import type { Budget } from '@app/agents';
import { checksummed } from '../http/present.js';
import type { BudgetDto } from './budget.dto.js';

export function presentBudget(agentId: string, budgets: readonly Budget[]): BudgetDto {
  return {
    agent_id: agentId,
    rules: budgets.map(({ resetsAt, marketContractAddress, ...budget }) => ({
      ...budget,
      resets_at: resetsAt,
      market_contract_address: checksummed(marketContractAddress),
    })),
  };
}
