import type { ErrorCode } from '@app/common';
import type { ReportedFailure } from './failure-reason.js';

/** The rules of execution in the order of evaluation. `duplicate` only warns. A limit that is not set has no check. */
export const CHECK_RULES = [
  'wallet',
  'chain',
  'provisioned',
  'frozen',
  'valid_until',
  'allowed_action',
  'max_trade_amount',
  'approval_above',
  'daily_limit',
  'market_limit',
  'open_exposure_limit',
  'total_limit',
  'account_daily_limit',
  'account_market_limit',
  'account_open_exposure_limit',
  'execution',
  'contract',
  'market_state',
  'simulation',
  'min_multiple',
  'gas',
  'balance',
  'duplicate',
] as const;
export type CheckRule = (typeof CHECK_RULES)[number];

/** `unknown`: the facts of the rule could not be read or do not exist yet. */
export const CHECK_RESULTS = ['pass', 'fail', 'unknown'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const HEADROOM_UNITS = ['collateral', 'native', 'seconds', 'multiple'] as const;

/** Margin to the limit, as a decimal; negative if the rule fails. */
export interface Headroom {
  value: string;
  unit: (typeof HEADROOM_UNITS)[number];
}

/** Result of one rule for an intent, as if it were executed now. */
export interface Check {
  rule: CheckRule;
  result: CheckResult;
  /** Error code that execution would return; null unless the rule fails and rejects. */
  code: ErrorCode | null;
  /** Reason that execution would fail with; null unless the rule fails and rejects. Absent in older previews. */
  failureReason?: ReportedFailure | null;
  /** Reason for not passing; null when the rule passes. */
  message: string | null;
  headroom: Headroom | null;
  /** Block at which the chain was read; null for a rule that does not read the chain. */
  asOfBlock: number | null;
}

export function passed(rule: CheckRule, details: Partial<Pick<Check, 'headroom' | 'asOfBlock'>> = {}): Check {
  return { rule, result: 'pass', code: null, message: null, headroom: null, asOfBlock: null, ...details };
}

export function failed(
  rule: CheckRule,
  { code, message, failureReason }: { code: ErrorCode | null; message: string; failureReason?: ReportedFailure },
  details: Partial<Pick<Check, 'headroom' | 'asOfBlock'>> = {},
): Check {
  // Rules of the wallet and of operators.
  const reason = failureReason ?? (code === null ? null : 'not_permitted');
  return { rule, result: 'fail', code, failureReason: reason, message, headroom: null, asOfBlock: null, ...details };
}

export function unknown(rule: CheckRule, message: string): Check {
  return { rule, result: 'unknown', code: null, message, headroom: null, asOfBlock: null };
}
