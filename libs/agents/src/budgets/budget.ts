import { addDecimals, AppError, compareDecimals, subtractDecimals } from '@app/common';
import { type Check, failed, passed } from '../intents/check.js';

export const BUDGET_SCOPES = ['agent', 'account'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

export const BUDGET_RULES = ['daily_limit', 'market_limit', 'open_exposure_limit'] as const;
export type BudgetRule = (typeof BUDGET_RULES)[number];

/** Use of one limit. Amounts in display units. */
export interface Budget {
  scope: BudgetScope;
  rule: BudgetRule | 'max_trade_amount';
  limit: string;
  /** Stake of executed buys. */
  spent: string;
  /** Stake of unfinished executions, unknown ones included. */
  reserved: string;
  /** Negative after a limit was lowered. */
  headroom: string;
  /** When the oldest spent stake leaves the window of `daily_limit`, RFC 3339; null for other rules and nothing spent. */
  resetsAt: string | null;
  /** Market of `market_limit`; null for other rules and no stake. */
  marketContractAddress: string | null;
}

/** The budget that refused an execution, in the wire's terms. */
export type BudgetRefusal = {
  scope: BudgetScope;
  rule: BudgetRule;
  limit: string;
  spent: string;
  reserved: string;
  headroom: string;
  resets_at: string | null;
};

/** Limits that apply to all agents of an account together, display units; null for no limit. */
export interface AccountLimits {
  dailyLimit: string | null;
  marketLimit: string | null;
  openExposureLimit: string | null;
}

/** An execution that a budget refused. */
export class BudgetExceededError extends AppError {
  constructor(readonly refusal: BudgetRefusal) {
    const { scope, rule, limit, headroom, resets_at: resetsAt } = refusal;
    const from = resetsAt === null ? '' : ` It grows from ${resetsAt} on.`;
    super('agent_policy_violation', {
      message: `The amount exceeds the ${rule} of the ${scope}, ${limit}: ${headroom} are left.${from}`,
      extra: { budget: refusal },
    });
    this.name = 'BudgetExceededError';
  }
}

/** Evaluates the budgets for a stake that is not reserved yet. */
export function budgetChecks(budgets: readonly Budget[], amount: string | null): Check[] {
  if (amount === null) return [];
  return budgets.map((budget) => {
    const used = addDecimals(addDecimals(budget.spent, budget.reserved), amount);
    const headroom = { value: subtractDecimals(budget.limit, used), unit: 'collateral' } as const;
    const rule = checkRuleOf(budget);
    if (compareDecimals(used, budget.limit) <= 0) return passed(rule, { headroom });
    const message = `The ${budget.scope} has ${budget.headroom} of its ${budget.rule} left.`;
    return failed(rule, { code: 'agent_policy_violation', message }, { headroom });
  });
}

function checkRuleOf({ scope, rule }: Budget): Check['rule'] {
  if (rule === 'max_trade_amount') return rule;
  return scope === 'agent' ? rule : `account_${rule}`;
}
