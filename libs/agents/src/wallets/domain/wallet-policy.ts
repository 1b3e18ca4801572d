import { type Action, compareDecimals, type ErrorCode, EXECUTION_CHAIN, isBuy } from '@app/common';
import type { AgentWallet } from './agent-wallet.js';

/** What the policy judges of an intent. */
export interface PolicySubject {
  action: Action;
  /** Display units; null for every action but a buy. */
  amount: string | null;
}

/** Whether the wallet can execute at all: its status, then its chain, then that the provider holds it. */
export function checkWalletReady(
  wallet: Pick<AgentWallet, 'status' | 'chain' | 'agentWalletAddress' | 'providerWalletId'>,
): ErrorCode | null {
  if (wallet.status !== 'active') return 'agent_wallet_status_invalid';
  if (wallet.chain !== EXECUTION_CHAIN) return 'agent_wallet_chain_invalid';
  return isProvisioned(wallet) ? null : 'agent_wallet_status_invalid';
}

/** Whether the provider signs for this wallet. A recorded address alone is not enough. */
export function isProvisioned(wallet: Pick<AgentWallet, 'agentWalletAddress' | 'providerWalletId'>): boolean {
  return wallet.agentWalletAddress !== null && wallet.providerWalletId !== null;
}

export function checkAllowedAction(wallet: Pick<AgentWallet, 'allowedActions'>, action: Action): ErrorCode | null {
  return wallet.allowedActions.includes(action) ? null : 'agent_action_forbidden';
}

/** The cap on buys, compared as decimals: an amount equal to the cap passes, and a cap of `"0"` blocks every buy. */
export function checkPolicy(wallet: Pick<AgentWallet, 'maxTradeAmount'>, intent: PolicySubject): ErrorCode | null {
  if (!isBuy(intent.action) || wallet.maxTradeAmount === null) return null;
  if (intent.amount === null) return 'agent_policy_violation';
  return compareDecimals(intent.amount, wallet.maxTradeAmount) > 0 ? 'agent_policy_violation' : null;
}

/** The two rules that preview, confirm, execute and arming all ask, in the contract's order. */
export function checkPermitted(
  wallet: Pick<AgentWallet, 'allowedActions' | 'maxTradeAmount'>,
  intent: PolicySubject,
): ErrorCode | null {
  return checkAllowedAction(wallet, intent.action) ?? checkPolicy(wallet, intent);
}
