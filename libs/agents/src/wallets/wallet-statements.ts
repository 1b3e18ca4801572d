import type { Action } from '@app/common';
import type { Sql } from '@app/persistence';
import type { AgentWallet, WalletStatus } from './agent-wallet.js';
import { toAgentWallet, WALLET_COLUMNS, type WalletRow } from './wallet-row.js';

export interface NewWallet {
  agentId: string;
  userId: string;
  userWallet: string | null;
  agentWalletAddress: string | null;
  walletProvider: string;
  chain: string;
  allowedActions: readonly Action[];
  status: WalletStatus;
  maxTradeAmount: string | null;
  sourceClient: string | null;
}

/** All that an upsert may write. */
export type WalletUpdate = Omit<NewWallet, 'agentId' | 'userId' | 'walletProvider'> & {
  id: string;
  termsChanged: boolean;
};

/** Those of these agents that there are, in any order. Unlocked: what they say may change at once. */
export async function findWalletsByAgentIds(sql: Sql, agentIds: readonly string[]): Promise<AgentWallet[]> {
  const text = `SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE agent_id = ANY ($1::text[])`;
  return (await sql.query<WalletRow>(text, [agentIds])).map(toAgentWallet);
}

export async function findWalletById(sql: Sql, id: string): Promise<AgentWallet | null> {
  return one(sql, `SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE id = $1`, [id]);
}

/** Nobody else changes the wallet, or arms a step under its policy, until the transaction ends. */
export async function lockWalletByAgentId(tx: Sql, agentId: string): Promise<AgentWallet | null> {
  return one(tx, `SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE agent_id = $1 FOR UPDATE`, [agentId]);
}

/** The wallet of an intent's agent, kept as it is until the transaction ends; others may still read and share it. */
export async function lockWalletShared(tx: Sql, intentId: string): Promise<AgentWallet | null> {
  return one(
    tx,
    `SELECT ${WALLET_COLUMNS} FROM agent_wallets
     WHERE agent_id = (SELECT agent_id FROM agent_intents WHERE id = $1) FOR SHARE`,
    [intentId],
  );
}

/** The agent's row among the users, made when it is not there yet. */
export async function ensureAgentUser(tx: Sql, agentId: string): Promise<string> {
  await tx.query(`INSERT INTO users (kind, agent_id) VALUES ('agent', $1) ON CONFLICT DO NOTHING`, [agentId]);
  const user = await tx.queryOne<{ id: string }>('SELECT id FROM users WHERE agent_id = $1', [agentId]);
  if (user === null) throw new Error('the user of an agent is gone');
  return user.id;
}

/** Null when the agent has a wallet already. A taken address violates agent_wallets_agent_wallet_address_key. */
export async function insertWallet(tx: Sql, wallet: NewWallet): Promise<AgentWallet | null> {
  return one(
    tx,
    `INSERT INTO agent_wallets (agent_id, user_id, user_wallet, agent_wallet_address, wallet_provider, chain,
       allowed_actions, status, max_trade_amount, source_client)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (agent_id) DO NOTHING RETURNING ${WALLET_COLUMNS}`,
    [
      wallet.agentId,
      wallet.userId,
      wallet.userWallet,
      wallet.agentWalletAddress,
      wallet.walletProvider,
      wallet.chain,
      wallet.allowedActions,
      wallet.status,
      wallet.maxTradeAmount,
      wallet.sourceClient,
    ],
  );
}

/** Expects the wallet to be locked. The policy version grows when its terms change. */
export async function updateWallet(tx: Sql, wallet: WalletUpdate): Promise<void> {
  await tx.query(
    `UPDATE agent_wallets SET user_wallet = $2, agent_wallet_address = $3, chain = $4, allowed_actions = $5,
       status = $6, max_trade_amount = $7, source_client = $8, policy_version = policy_version + $9, updated_at = now()
     WHERE id = $1`,
    [
      wallet.id,
      wallet.userWallet,
      wallet.agentWalletAddress,
      wallet.chain,
      wallet.allowedActions,
      wallet.status,
      wallet.maxTradeAmount,
      wallet.sourceClient,
      wallet.termsChanged ? 1 : 0,
    ],
  );
}

/** Expects the wallet to be locked. The first proof counts. */
export async function markEmailVerified(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE agent_wallets SET email_verified_at = coalesce(email_verified_at, now()), updated_at = now() WHERE id = $1`,
    [id],
  );
}

export interface ProvisionedWallet {
  walletId: string;
  /** Lower-case. */
  address: string;
  providerWalletId: string;
}

/**
 * Gives a wallet the address that the provider made for it, and its user the same. An agent keeps its address for life:
 * false when the wallet has another one by now, true when it has this one, so that a repeat is safe.
 */
export async function bindProvisionedWallet(tx: Sql, provisioned: ProvisionedWallet): Promise<boolean> {
  const { walletId, address, providerWalletId } = provisioned;
  const bound = await tx.queryOne<{ user_id: string }>(
    `UPDATE agent_wallets SET agent_wallet_address = $2, provider_wallet_id = $3, policy_version = policy_version + 1,
       updated_at = now()
     WHERE id = $1 AND agent_wallet_address IS NULL RETURNING user_id`,
    [walletId, address, providerWalletId],
  );
  if (bound === null) {
    const wallet = await findWalletById(tx, walletId);
    return wallet?.agentWalletAddress === address && wallet.providerWalletId === providerWalletId;
  }
  await tx.query(
    `UPDATE users SET wallet_address = $2, updated_at = now()
     WHERE id = $1 AND NOT EXISTS (SELECT FROM users WHERE wallet_address = $2)`,
    [bound.user_id, address],
  );
  return true;
}

async function one(sql: Sql, text: string, parameters: Parameters<Sql['query']>[1]): Promise<AgentWallet | null> {
  const row = await sql.queryOne<WalletRow>(text, parameters);
  return row === null ? null : toAgentWallet(row);
}
