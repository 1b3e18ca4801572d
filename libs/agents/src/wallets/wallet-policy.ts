import {
  type Action,
  ACTION_NAMES,
  ACTIONS,
  AppError,
  compareDecimals,
  type ErrorCode,
  EXECUTION_CHAIN,
  isBuy,
} from '@app/common';
import type { AgentWallet } from './agent-wallet.entity.js';
import type { PolicyWallet } from './policy-wallet.js';

export interface PolicySubject {
  action: Action;
  /** Display units; null for every action except a buy. */
  amount: string | null;
}

type ReadyWallet = Pick<PolicyWallet, 'status' | 'chain' | 'agentWalletAddress' | 'providerWalletId'>;
type PermittingWallet = Pick<PolicyWallet, 'allowedActions' | 'maxTradeAmount' | 'frozenAt' | 'validUntil'> &
  Partial<Pick<PolicyWallet, 'isExpired'>>;

/** Actions that a frozen wallet refuses, and one whose mandate has ended. The others close a position or pay out. */
export const FROZEN_ACTIONS: readonly Action[] = ACTION_NAMES.filter((action) => ACTIONS[action].kind === 'entry');

export interface WalletRuleResult {
  rule: 'wallet' | 'chain' | 'provisioned' | 'frozen' | 'valid_until' | 'allowed_action' | 'max_trade_amount';
  /** Null when the rule passes. */
  rejection: AppError | null;
}

/** Evaluates every rule of the wallet in the contract's order. Preview shows each; execution rejects with the first. */
export function evaluateWallet(wallet: ReadyWallet & PermittingWallet, intent: PolicySubject): WalletRuleResult[] {
  return [...evaluateReadiness(wallet), ...evaluatePermission(wallet, intent)];
}

/** Whether the wallet can execute at all: status, then chain, then provisioning. */
export function checkWalletReady(wallet: ReadyWallet): AppError | null {
  return firstRejection(evaluateReadiness(wallet));
}

/** A wallet that the provider holds. */
export type ProvisionedAgentWallet = AgentWallet & { agentWalletAddress: string };

/** @throws {AppError} agent_wallet_status_invalid */
export function assertProvisioned(wallet: AgentWallet): asserts wallet is ProvisionedAgentWallet {
  const rejected = checkProvisioned(wallet);
  if (rejected !== null) throw rejected;
}

/** Rejects a wallet without an address, or with an address that is not the provider's. */
function checkProvisioned(wallet: Pick<AgentWallet, 'agentWalletAddress' | 'providerWalletId'>): AppError | null {
  // A recorded address is not enough: the provider signs only for wallets that it holds.
  if (wallet.agentWalletAddress !== null && wallet.providerWalletId !== null) return null;
  return rejection(
    'agent_wallet_status_invalid',
    wallet.agentWalletAddress === null
      ? 'The wallet provider has not created the wallet yet. Retry in a few seconds.'
      : 'The wallet provider does not hold this wallet, so it cannot sign for it.',
  );
}

export function checkNotFrozen(wallet: Pick<PolicyWallet, 'frozenAt'>, action: Action): AppError | null {
  if (wallet.frozenAt === null || !FROZEN_ACTIONS.includes(action)) return null;
  return new AppError('agent_wallet_frozen');
}

/** Whether the mandate has ended for an action that needs one. */
export function checkValid({ validUntil, isExpired }: PermittingWallet, action: Action): AppError | null {
  if (validUntil === null || isExpired !== true || !FROZEN_ACTIONS.includes(action)) return null;
  const limit = new Date(validUntil).toISOString();
  const unused = { spent: null, reserved: null, headroom: null, resets_at: null };
  return new AppError('agent_policy_violation', {
    message: `The wallet's mandate has ended: its valid_until is ${limit}. Positions can still be closed and paid out.`,
    extra: { budget: { scope: 'agent', rule: 'valid_until', limit, ...unused } },
  });
}

export function checkAllowedAction(wallet: Pick<AgentWallet, 'allowedActions'>, action: Action): AppError | null {
  if (wallet.allowedActions.includes(action)) return null;
  return rejection(
    'agent_action_forbidden',
    `The wallet allows ${wallet.allowedActions.join(', ')}, and not ${action}.`,
  );
}

/** The maximum of a buy, compared as decimals. An amount equal to it passes; a maximum of `"0"` blocks every buy. */
export function checkMaxTradeAmount(
  wallet: Pick<AgentWallet, 'maxTradeAmount'>,
  intent: PolicySubject,
): AppError | null {
  if (!isBuy(intent.action) || wallet.maxTradeAmount === null) return null;
  if (intent.amount === null) return new AppError('agent_policy_violation');
  if (compareDecimals(intent.amount, wallet.maxTradeAmount) <= 0) return null;
  return rejection(
    'agent_policy_violation',
    `The amount is above the wallet's max_trade_amount, ${wallet.maxTradeAmount}.`,
  );
}

/** Whether the owner must approve the intent and has not. An amount equal to `approvalAbove` needs no approval. */
export function checkApproved(
  { approvalAbove }: Pick<PolicyWallet, 'approvalAbove'>,
  { action, amount, approvedAt = null }: PolicySubject & { approvedAt?: Date | null },
): AppError | null {
  if (!isBuy(action) || amount === null || approvalAbove === null || approvedAt !== null) return null;
  return compareDecimals(amount, approvalAbove) <= 0 ? null : new AppError('agent_approval_required');
}

/** The rules that preview, confirm, execute and arming share, in the contract's order. */
export function checkPermitted(wallet: PermittingWallet, intent: PolicySubject): AppError | null {
  return firstRejection(evaluatePermission(wallet, intent));
}

function evaluateReadiness(wallet: ReadyWallet): WalletRuleResult[] {
  return [
    {
      rule: 'wallet',
      rejection:
        wallet.status === 'active' ? null : rejection('agent_wallet_status_invalid', 'The agent wallet is disabled.'),
    },
    { rule: 'chain', rejection: wallet.chain === EXECUTION_CHAIN ? null : new AppError('agent_wallet_chain_invalid') },
    { rule: 'provisioned', rejection: checkProvisioned(wallet) },
  ];
}

function evaluatePermission(wallet: PermittingWallet, intent: PolicySubject): WalletRuleResult[] {
  return [
    { rule: 'frozen', rejection: checkNotFrozen(wallet, intent.action) },
    ...(wallet.validUntil === null
      ? []
      : [{ rule: 'valid_until', rejection: checkValid(wallet, intent.action) } as const]),
    { rule: 'allowed_action', rejection: checkAllowedAction(wallet, intent.action) },
    { rule: 'max_trade_amount', rejection: checkMaxTradeAmount(wallet, intent) },
  ];
}

function firstRejection(results: readonly WalletRuleResult[]): AppError | null {
  return results.find((result) => result.rejection !== null)?.rejection ?? null;
}

function rejection(code: ErrorCode, message: string): AppError {
  return new AppError(code, { message });
}
