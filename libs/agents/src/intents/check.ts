import type { ErrorCode } from '@app/common';

/** The rules that execution asks, in the order in which it asks them; the last refuses nothing. */
export const CHECK_RULES = [
  'wallet',
  'chain',
  'provisioned',
  'allowed_action',
  'max_trade_amount',
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

/** `unknown`: what the rule looks at could not be read, or is not there yet. */
export const CHECK_RESULTS = ['pass', 'fail', 'unknown'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export const HEADROOM_UNITS = ['collateral', 'native', 'seconds', 'multiple'] as const;

/** How far from failing, as a decimal; negative is how far from passing. */
export interface Headroom {
  value: string;
  unit: (typeof HEADROOM_UNITS)[number];
}

/** What one rule says of an intent, were it executed now. */
export interface Check {
  rule: CheckRule;
  result: CheckResult;
  /** What execution would answer; null unless it fails for that. */
  code: ErrorCode | null;
  /** Why it does not pass; null when it does. */
  message: string | null;
  headroom: Headroom | null;
  /** The block that the chain was read at; null for what is no matter of the chain. */
  asOfBlock: number | null;
}

export function passed(rule: CheckRule, about: Partial<Pick<Check, 'headroom' | 'asOfBlock'>> = {}): Check {
  return { rule, result: 'pass', code: null, message: null, headroom: null, asOfBlock: null, ...about };
}

export function failed(
  rule: CheckRule,
  { code, message }: { code: ErrorCode | null; message: string },
  about: Partial<Pick<Check, 'headroom' | 'asOfBlock'>> = {},
): Check {
  return { rule, result: 'fail', code, message, headroom: null, asOfBlock: null, ...about };
}

export function unknown(rule: CheckRule, message: string): Check {
  return { rule, result: 'unknown', code: null, message, headroom: null, asOfBlock: null };
}
