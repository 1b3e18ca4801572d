import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { Database } from '@app/persistence';
import type { Budget } from './budget.js';
import { selectBudgets } from './budget-columns.js';

export interface AgentBudget {
  /** Null for a mandate without end. */
  validUntil: Date | null;
  rules: Budget[];
}

@Injectable()
export class BudgetsService {
  constructor(@Inject(Database) private readonly database: Database) {}

  /**
   * Reads the limits of an agent's wallet and of its account with their use, without a lock.
   * @throws {AppError} agent_wallet_not_found
   */
  async get(agentId: string): Promise<AgentBudget> {
    const row = await this.database.queryOne<BudgetRow>(SELECT_BUDGETS_SQL, [agentId]);
    if (row === null) throw new AppError('agent_wallet_not_found');
    const { maxTradeAmount, budgets, validUntil } = row;
    const ofTrade = maxTradeAmount === null ? [] : [ofOneTrade(maxTradeAmount)];
    return { validUntil, rules: [...ofTrade, ...(budgets ?? [])] };
  }
}

type BudgetRow = Pick<AgentBudget, 'validUntil'> & { maxTradeAmount: string | null; budgets: Budget[] | null };

const SELECT_BUDGETS_SQL = `
  SELECT trim_scale(wallet.max_trade_amount)::text AS "maxTradeAmount", wallet.valid_until AS "validUntil",
    ${selectBudgets('wallet.agent_id', 'NULL')} AS budgets
  FROM agent_wallets AS wallet WHERE wallet.agent_id = $1`;

function ofOneTrade(limit: string): Budget {
  const unused = { spent: '0', reserved: '0', headroom: limit, resetsAt: null, marketContractAddress: null };
  return { scope: 'agent', rule: 'max_trade_amount', limit, ...unused };
}
