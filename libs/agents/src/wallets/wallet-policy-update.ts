import { type Action, compareDecimals, countDigits, EXECUTION_CHAIN } from '@app/common';
import type { AgentWallet, WalletStatus } from './agent-wallet.entity.js';

/** The policy of a wallet: what it may do. */
export type WalletPolicy = Pick<AgentWallet, 'allowedActions' | 'maxTradeAmount' | 'status' | 'chain' | 'frozenAt'>;

/** A change of the policy. An absent field keeps its value; a maximum of null means none. */
export interface WalletPolicyUpdate {
  allowedActions?: readonly Action[];
  maxTradeAmount?: string | null;
  status?: WalletStatus;
  chain?: string;
  /** Unfreezes the wallet. Freezing also cancels intents, so it is no change of the policy alone. */
  frozen?: false;
}

/** Rejects a maximum finer than the collateral, as problems for `details`; empty for a valid one. */
export function checkMaxTradeAmountScale({ maxTradeAmount }: WalletPolicyUpdate, collateralDecimals: number): string[] {
  if (typeof maxTradeAmount !== 'string') return [];
  if (countDigits(maxTradeAmount).fractionDigits <= collateralDecimals) return [];
  return [`policy_metadata.max_trade_amount must have at most ${collateralDecimals} fractional digits`];
}

export function updatePolicy(current: WalletPolicy, change: WalletPolicyUpdate): WalletPolicy {
  return {
    allowedActions: change.allowedActions ?? current.allowedActions,
    maxTradeAmount: change.maxTradeAmount === undefined ? current.maxTradeAmount : change.maxTradeAmount,
    status: change.status ?? current.status,
    chain: change.chain ?? current.chain,
    frozenAt: change.frozen === false ? null : current.frozenAt,
  };
}

/**
 * Whether the next policy permits anything that the current one does not: an action, a higher maximum, a disabled wallet
 * made active, a frozen one unfrozen, or a return to the chain that executes.
 */
export function isLoosening(current: WalletPolicy, next: WalletPolicy): boolean {
  return (
    next.allowedActions.some((action) => !current.allowedActions.includes(action)) ||
    isHigherMaximum(current.maxTradeAmount, next.maxTradeAmount) ||
    (current.status === 'disabled' && next.status === 'active') ||
    (current.frozenAt !== null && next.frozenAt === null) ||
    (current.chain !== EXECUTION_CHAIN && next.chain === EXECUTION_CHAIN)
  );
}

export function isSamePolicy(a: WalletPolicy, b: WalletPolicy): boolean {
  return !isLoosening(a, b) && !isLoosening(b, a) && a.chain === b.chain;
}

function isHigherMaximum(current: string | null, next: string | null): boolean {
  if (current === null) return false;
  return next === null || compareDecimals(next, current) > 0;
}
