import { AppError, compareDecimals } from '@app/common';

export const BUDGET_SCOPES = ['agent', 'account'] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

export const BUDGET_RULES = ['daily_limit', 'market_limit', 'open_exposure_limit', 'total_limit'] as const;
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
export type BudgetRejection = {
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

export class BudgetExceededError extends AppError {
  constructor(readonly rejection: BudgetRejection) {
    const { scope, rule, limit, headroom, resets_at: resetsAt } = rejection;
    const from = resetsAt === null ? '' : ` It grows from ${resetsAt} on.`;
    const excess =
      rule === 'total_limit' && compareDecimals(headroom, '0') <= 0
        ? `Nothing is left of the total_limit of the agent, ${limit}.`
        : `The amount exceeds the ${rule} of the ${scope}, ${limit}: ${headroom} are left.${from}`;
    super('agent_policy_violation', {
      message: excess,
      extra: { budget: rejection },
    });
    this.name = 'BudgetExceededError';
  }
}
