import { type Budget, checkApproved, evaluateWallet, type PolicySubject, type PolicyWallet } from '@app/agents';
import { addDecimals, AppError, compareDecimals, subtractDecimals } from '@app/common';
import { type Check, failed, type Headroom, passed, unknown } from '@app/engine';

export interface WalletCheckInput {
  /** Null while the agent has no wallet. */
  wallet: PolicyWallet | null;
  budgets: readonly Budget[] | null;
  /** Null for an intent that its owner has not approved. */
  approvedAt?: Date | null;
}

export function walletChecks(
  subject: PolicySubject,
  { wallet, budgets, approvedAt }: WalletCheckInput,
  nowMs: number,
): Check[] {
  if (wallet === null) {
    const missing = failed('wallet', new AppError('agent_wallet_missing'));
    const others = ['chain', 'provisioned', 'frozen', 'allowed_action', 'max_trade_amount'] as const;
    return [missing, ...others.map((rule) => unknown(rule, 'The agent has no wallet yet.'))];
  }
  const ofWallet = evaluateWallet(wallet, subject).map(({ rule, rejection }) => {
    const headroom = rule === 'max_trade_amount' ? computeHeadroom(wallet, subject) : null;
    const details = { headroom: rule === 'valid_until' ? timeLeft(wallet, nowMs) : headroom };
    return rejection === null ? passed(rule, details) : failed(rule, rejection, details);
  });
  return [...ofWallet, ...approvalChecks(wallet, { ...subject, approvedAt }), ...budgetChecks(budgets ?? [], subject)];
}

/** None while the wallet has no threshold. */
function approvalChecks(
  wallet: PolicyWallet,
  subject: PolicySubject & { approvedAt: Date | null | undefined },
): Check[] {
  const { approvalAbove } = wallet;
  if (approvalAbove === null || subject.amount === null) return [];
  const rejection = checkApproved(wallet, subject);
  const isAbove = compareDecimals(subject.amount, approvalAbove) > 0;
  const headroom = isAbove
    ? null
    : ({ value: subtractDecimals(approvalAbove, subject.amount), unit: 'collateral' } as const);
  return [rejection === null ? passed('approval_above', { headroom }) : failed('approval_above', rejection)];
}

function timeLeft({ validUntil }: PolicyWallet, nowMs: number): Headroom | null {
  if (validUntil === null) return null;
  return { value: String(Math.floor((new Date(validUntil).getTime() - nowMs) / 1000)), unit: 'seconds' };
}

function computeHeadroom({ maxTradeAmount }: PolicyWallet, { amount }: PolicySubject): Headroom | null {
  if (maxTradeAmount === null || amount === null) return null;
  return { value: subtractDecimals(maxTradeAmount, amount), unit: 'collateral' };
}

/** Evaluates the budgets for a stake that is not reserved yet. An action without one needs something left of `total_limit`. */
function budgetChecks(budgets: readonly Budget[], { amount }: PolicySubject): Check[] {
  const counted = amount === null ? budgets.filter(({ rule }) => rule === 'total_limit') : budgets;
  return counted.map((budget) => {
    const used = addDecimals(addDecimals(budget.spent, budget.reserved), amount ?? '0');
    const headroom = { value: subtractDecimals(budget.limit, used), unit: 'collateral' } as const;
    const rule = toCheckRule(budget);
    if (compareDecimals(used, budget.limit) < (amount === null ? 0 : 1)) return passed(rule, { headroom });
    const message = `The ${budget.scope} has ${budget.headroom} of its ${budget.rule} left.`;
    return failed(rule, { code: 'agent_policy_violation', message }, { headroom });
  });
}

function toCheckRule({ scope, rule }: Budget): Check['rule'] {
  if (rule === 'max_trade_amount' || rule === 'total_limit') return rule;
  return scope === 'agent' ? rule : `account_${rule}`;
}
