import { type Action, compareDecimals, type ErrorCode, EXECUTION_CHAIN, isBuy } from '@app/common';
import type { AgentWallet } from './agent-wallet.js';

/** What the policy judges of an intent. */
export interface PolicySubject {
  action: Action;
  /** Display units; null for every action but a buy. */
  amount: string | null;
}

type ReadyWallet = Pick<AgentWallet, 'status' | 'chain' | 'agentWalletAddress' | 'providerWalletId'>;
type PermittingWallet = Pick<AgentWallet, 'allowedActions' | 'maxTradeAmount'>;

/** What one rule of the wallet answers: a code when it refuses. */
export interface WalletVerdict {
  rule: 'wallet' | 'chain' | 'provisioned' | 'allowed_action' | 'max_trade_amount';
  refusal: ErrorCode | null;
}

/** Every rule of the wallet, in the contract's order: what preview shows of each, execution refuses by the first. */
export function walletVerdicts(wallet: ReadyWallet & PermittingWallet, intent: PolicySubject): WalletVerdict[] {
  return [...readiness(wallet), ...permission(wallet, intent)];
}

/** Whether the wallet can execute at all: its status, then its chain, then that the provider holds it. */
export function checkWalletReady(wallet: ReadyWallet): ErrorCode | null {
  return firstRefusal(readiness(wallet));
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
export function checkPermitted(wallet: PermittingWallet, intent: PolicySubject): ErrorCode | null {
  return firstRefusal(permission(wallet, intent));
}

function readiness(wallet: ReadyWallet): WalletVerdict[] {
  return [
    { rule: 'wallet', refusal: wallet.status === 'active' ? null : 'agent_wallet_status_invalid' },
    { rule: 'chain', refusal: wallet.chain === EXECUTION_CHAIN ? null : 'agent_wallet_chain_invalid' },
    { rule: 'provisioned', refusal: isProvisioned(wallet) ? null : 'agent_wallet_status_invalid' },
  ];
}

function permission(wallet: PermittingWallet, intent: PolicySubject): WalletVerdict[] {
  return [
    { rule: 'allowed_action', refusal: checkAllowedAction(wallet, intent.action) },
    { rule: 'max_trade_amount', refusal: checkPolicy(wallet, intent) },
  ];
}

function firstRefusal(verdicts: readonly WalletVerdict[]): ErrorCode | null {
  return verdicts.find(({ refusal }) => refusal !== null)?.refusal ?? null;
}
