import { type Action, compareDecimals, countDigits, EXECUTION_CHAIN } from '@app/common';
import type { AgentWallet, WalletStatus } from './agent-wallet.entity.js';

/** The policy of a wallet: what it may do. */
export type WalletPolicy = Pick<
  AgentWallet,
  'allowedActions' | WalletLimit | 'validUntil' | 'status' | 'chain' | 'frozenAt' | 'autoClaim'
>;

/** Limits of a wallet, with their keys in `policy_metadata`. A higher limit is looser; null removes it. */
export const WALLET_LIMITS = [
  { field: 'maxTradeAmount', key: 'max_trade_amount' },
  { field: 'dailyLimit', key: 'daily_limit' },
  { field: 'marketLimit', key: 'market_limit' },
  { field: 'openExposureLimit', key: 'open_exposure_limit' },
  { field: 'approvalAbove', key: 'approval_above' },
  { field: 'totalLimit', key: 'total_limit' },
] as const;
export type WalletLimit = (typeof WALLET_LIMITS)[number]['field'];

/** Change of limits. An absent field keeps its value; null removes the limit. */
export type WalletLimitsUpdate = { [Limit in WalletLimit]?: string | null };

/**
 * Terms that an onboarding keeps or loosens. Not the freeze: without a passcode only an API key of the account or an operator
 * ends it, and both may do so after verification too.
 */
export type WalletTerms = Pick<WalletPolicy, 'allowedActions' | WalletLimit | 'validUntil' | 'status'>;

export function pickTerms({ allowedActions, status, ...wallet }: WalletTerms): WalletTerms {
  const { maxTradeAmount, dailyLimit, marketLimit, openExposureLimit, approvalAbove, totalLimit, validUntil } = wallet;
  const limits = { maxTradeAmount, dailyLimit, marketLimit, openExposureLimit, approvalAbove, totalLimit };
  return { allowedActions, status, ...limits, validUntil };
}

/** A change of the policy. An absent field keeps its value. */
export interface WalletPolicyUpdate extends WalletLimitsUpdate {
  allowedActions?: readonly Action[];
  /** RFC 3339 where the update was stored; null removes the end. */
  validUntil?: Date | string | null;
  status?: WalletStatus;
  chain?: string;
  autoClaim?: boolean;
  /** Unfreezes the wallet. Freezing is another operation, because it also cancels intents. */
  frozen?: false;
}

/** Rejects limits finer than the collateral, as problems for `details`; empty for valid ones. */
export function checkLimitScales(update: WalletLimitsUpdate, collateralDecimals: number): string[] {
  return WALLET_LIMITS.flatMap(({ field, key }) => {
    const value = update[field] ?? null;
    if (value === null || countDigits(value).fractionDigits <= collateralDecimals) return [];
    return [`policy_metadata.${key} must have at most ${collateralDecimals} fractional digits`];
  });
}

export function updatePolicy(current: WalletPolicy, change: WalletPolicyUpdate): WalletPolicy {
  const next = {
    ...pickTerms(current),
    allowedActions: change.allowedActions ?? current.allowedActions,
    validUntil: toDate(change.validUntil === undefined ? current.validUntil : change.validUntil),
    status: change.status ?? current.status,
    chain: change.chain ?? current.chain,
    autoClaim: change.autoClaim ?? current.autoClaim,
    frozenAt: change.frozen === false ? null : current.frozenAt,
  };
  for (const { field } of WALLET_LIMITS) {
    const limit = change[field];
    if (limit !== undefined) next[field] = limit;
  }
  return next;
}

/**
 * Whether the next policy permits anything that the current one does not: an action, a higher limit, a later end, a disabled wallet
 * made active, a frozen one unfrozen, or a return to the chain that executes.
 */
export function isLoosening(current: WalletPolicy, next: WalletPolicy): boolean {
  return (
    next.allowedActions.some((action) => !current.allowedActions.includes(action)) ||
    WALLET_LIMITS.some(({ field }) => isHigher(current[field], next[field])) ||
    isLater(current.validUntil, next.validUntil) ||
    (current.status === 'disabled' && next.status === 'active') ||
    (current.frozenAt !== null && next.frozenAt === null) ||
    (current.chain !== EXECUTION_CHAIN && next.chain === EXECUTION_CHAIN)
  );
}

export function isSamePolicy(a: WalletPolicy, b: WalletPolicy): boolean {
  return !isLoosening(a, b) && !isLoosening(b, a) && a.chain === b.chain && a.autoClaim === b.autoClaim;
}

/** Stored terms have their times as texts. */
export function toDate(time: Date | string | null): Date | null {
  return time === null ? null : new Date(time);
}

function isLater(current: Date | null, next: Date | null): boolean {
  return current !== null && (next === null || next > current);
}

function isHigher(current: string | null, next: string | null): boolean {
  if (current === null) return false;
  return next === null || compareDecimals(next, current) > 0;
}
