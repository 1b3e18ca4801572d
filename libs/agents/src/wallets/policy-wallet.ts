import type { AgentWallet } from './agent-wallet.entity.js';

/** Fields of a wallet that the rules of execution read. */
export type PolicyWallet = Pick<
  AgentWallet,
  | 'id'
  | 'status'
  | 'chain'
  | 'agentWalletAddress'
  | 'providerWalletId'
  | 'allowedActions'
  | 'maxTradeAmount'
  | 'paused'
  | 'policyVersion'
> & {
  /** Null while the wallet is not frozen. */
  frozenAt: Date | string | null;
};

/** SQL expression: the agent's `PolicyWallet` as JSON, null without a wallet. @param agentId SQL expression */
export function policyWalletOf(agentId: string): string {
  return `(SELECT json_build_object('id', w.id, 'status', w.status, 'chain', w.chain,
      'agentWalletAddress', w.agent_wallet_address, 'providerWalletId', w.provider_wallet_id,
      'allowedActions', w.allowed_actions, 'maxTradeAmount', trim_scale(w.max_trade_amount)::text, 'paused', w.paused,
      'policyVersion', w.policy_version::text, 'frozenAt', w.frozen_at)
    FROM agent_wallets AS w WHERE w.agent_id = ${agentId})`;
}
