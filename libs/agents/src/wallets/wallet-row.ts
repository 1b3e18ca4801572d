import { type Action, normalizeDecimal } from '@app/common';
import type { AgentWallet, WalletStatus } from './agent-wallet.js';

/** The columns of `agent_wallets` that a wallet is made of, for statements that select them by name. */
export const WALLET_COLUMNS = [
  'id',
  'agent_id',
  'user_id',
  'user_wallet',
  'agent_wallet_address',
  'provider_wallet_id',
  'wallet_provider',
  'chain',
  'allowed_actions',
  'status',
  'max_trade_amount',
  'policy_version',
  'paused',
  'source_client',
  'email_verified_at',
  'created_at',
  'updated_at',
].join(', ');

/** A type rather than an interface, so that it fits what the driver calls a row. */
export type WalletRow = {
  id: string;
  agent_id: string;
  user_id: string;
  user_wallet: string | null;
  agent_wallet_address: string | null;
  provider_wallet_id: string | null;
  wallet_provider: string;
  chain: string;
  allowed_actions: Action[];
  status: WalletStatus;
  max_trade_amount: string | null;
  policy_version: string;
  paused: boolean;
  source_client: string | null;
  email_verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export function toAgentWallet(row: WalletRow): AgentWallet {
  return {
    id: row.id,
    agentId: row.agent_id,
    userId: row.user_id,
    userWallet: row.user_wallet,
    agentWalletAddress: row.agent_wallet_address,
    providerWalletId: row.provider_wallet_id,
    walletProvider: row.wallet_provider,
    chain: row.chain,
    allowedActions: row.allowed_actions,
    status: row.status,
    maxTradeAmount: row.max_trade_amount === null ? null : normalizeDecimal(row.max_trade_amount),
    policyVersion: BigInt(row.policy_version),
    paused: row.paused,
    sourceClient: row.source_client,
    emailVerifiedAt: row.email_verified_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
