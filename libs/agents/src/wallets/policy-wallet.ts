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
  | 'approvalAbove'
  | 'dailyLimit'
  | 'marketLimit'
  | 'totalLimit'
  | 'paused'
  | 'policyVersion'
> & {
  /** Null while the wallet is not frozen. */
  frozenAt: Date | string | null;
  /** Null for a mandate without end. */
  validUntil: Date | string | null;
  /** Whether the end has come, by the clock of the database. */
  isExpired: boolean;
  /** Whether the wallet or its account has a budget. */
  hasBudget: boolean;
};

/**
 * SQL expression for `agent_wallets AS w`. Looks for the wallet's account only while an account has limits. A look-up by
 * EXISTS would be planned as a hash of all limits.
 */
export const HAS_BUDGET_SQL = `CASE WHEN num_nonnulls(w.daily_limit, w.market_limit, w.open_exposure_limit, w.total_limit) > 0 THEN true
    WHEN EXISTS (SELECT FROM account_limits)
      THEN (SELECT true FROM account_limits AS l WHERE l.account = account_of_wallet(w.id)) IS TRUE
    ELSE false END`;

/** SQL arguments of json_build_object: the fields of a `PolicyWallet` that the wallet's row has. @param w alias of agent_wallets */
export function selectPolicyFields(w: string): string {
  return `'id', ${w}.id, 'status', ${w}.status, 'chain', ${w}.chain,
    'agentWalletAddress', ${w}.agent_wallet_address, 'providerWalletId', ${w}.provider_wallet_id,
    'allowedActions', ${w}.allowed_actions, 'maxTradeAmount', trim_scale(${w}.max_trade_amount)::text,
    'approvalAbove', trim_scale(${w}.approval_above)::text, 'dailyLimit', trim_scale(${w}.daily_limit)::text,
    'marketLimit', trim_scale(${w}.market_limit)::text, 'paused', ${w}.paused,
    'policyVersion', ${w}.policy_version::text, 'frozenAt', ${w}.frozen_at,
    'totalLimit', trim_scale(${w}.total_limit)::text, 'validUntil', ${w}.valid_until,
    'isExpired', coalesce(${w}.valid_until <= now(), false)`;
}

/** SQL expression: the agent's `PolicyWallet` as JSON, null without a wallet. @param agentId SQL expression */
export function selectPolicyWallet(agentId: string): string {
  return `(SELECT json_build_object(${selectPolicyFields('w')}, 'hasBudget', ${HAS_BUDGET_SQL})
    FROM agent_wallets AS w WHERE w.agent_id = ${agentId})`;
}
