import { type Action, AppError, compareDecimals, type ErrorCode, EXECUTION_CHAIN, isBuy } from '@app/common';
import type { AgentWallet } from './agent-wallet.js';

/** What the policy judges of an intent. */
export interface PolicySubject {
  action: Action;
  /** Display units; null for every action but a buy. */
  amount: string | null;
}

type ReadyWallet = Pick<AgentWallet, 'status' | 'chain' | 'agentWalletAddress' | 'providerWalletId'>;
type PermittingWallet = Pick<AgentWallet, 'allowedActions' | 'maxTradeAmount'>;

/** What one rule of the wallet answers: an error when it refuses. */
export interface WalletVerdict {
  rule: 'wallet' | 'chain' | 'provisioned' | 'allowed_action' | 'max_trade_amount';
  refusal: AppError | null;
}

/** Every rule of the wallet, in the contract's order: what preview shows of each, execution refuses by the first. */
export function walletVerdicts(wallet: ReadyWallet & PermittingWallet, intent: PolicySubject): WalletVerdict[] {
  return [...readiness(wallet), ...permission(wallet, intent)];
}

/** Whether the wallet can execute at all: its status, then its chain, then that the provider holds it. */
export function checkWalletReady(wallet: ReadyWallet): AppError | null {
  return firstRefusal(readiness(wallet));
}

/** Whether the provider signs for this wallet. A recorded address alone is not enough. */
export function isProvisioned(wallet: Pick<AgentWallet, 'agentWalletAddress' | 'providerWalletId'>): boolean {
  return wallet.agentWalletAddress !== null && wallet.providerWalletId !== null;
}

/** Why the provider does not sign for the wallet: there is no address yet, or it is not one of the provider's. */
export function checkProvisioned(
  wallet: Pick<AgentWallet, 'agentWalletAddress' | 'providerWalletId'>,
): AppError | null {
  if (isProvisioned(wallet)) return null;
  return refusal(
    'agent_wallet_status_invalid',
    wallet.agentWalletAddress === null
      ? 'The wallet provider has not made the wallet yet; try again in a moment.'
      : 'The wallet provider does not hold this wallet, so it cannot sign for it.',
  );
}

export function checkAllowedAction(wallet: Pick<AgentWallet, 'allowedActions'>, action: Action): AppError | null {
  if (wallet.allowedActions.includes(action)) return null;
  return refusal('agent_action_forbidden', `The wallet allows ${wallet.allowedActions.join(', ')}, and not ${action}.`);
}

/** The cap on buys, compared as decimals: an amount equal to the cap passes, and a cap of `"0"` blocks every buy. */
export function checkPolicy(wallet: Pick<AgentWallet, 'maxTradeAmount'>, intent: PolicySubject): AppError | null {
  if (!isBuy(intent.action) || wallet.maxTradeAmount === null) return null;
  if (intent.amount === null) return new AppError('agent_policy_violation');
  if (compareDecimals(intent.amount, wallet.maxTradeAmount) <= 0) return null;
  return refusal(
    'agent_policy_violation',
    `The amount is above the wallet's max_trade_amount, ${wallet.maxTradeAmount}.`,
  );
}

/** The two rules that preview, confirm, execute and arming all ask, in the contract's order. */
export function checkPermitted(wallet: PermittingWallet, intent: PolicySubject): AppError | null {
  return firstRefusal(permission(wallet, intent));
}

function readiness(wallet: ReadyWallet): WalletVerdict[] {
  return [
    {
      rule: 'wallet',
      refusal:
        wallet.status === 'active' ? null : refusal('agent_wallet_status_invalid', 'The agent wallet is disabled.'),
    },
    { rule: 'chain', refusal: wallet.chain === EXECUTION_CHAIN ? null : new AppError('agent_wallet_chain_invalid') },
    { rule: 'provisioned', refusal: checkProvisioned(wallet) },
  ];
}

function permission(wallet: PermittingWallet, intent: PolicySubject): WalletVerdict[] {
  return [
    { rule: 'allowed_action', refusal: checkAllowedAction(wallet, intent.action) },
    { rule: 'max_trade_amount', refusal: checkPolicy(wallet, intent) },
  ];
}

function firstRefusal(verdicts: readonly WalletVerdict[]): AppError | null {
  return verdicts.find((verdict) => verdict.refusal !== null)?.refusal ?? null;
}

function refusal(code: ErrorCode, message: string): AppError {
  return new AppError(code, { message });
}
