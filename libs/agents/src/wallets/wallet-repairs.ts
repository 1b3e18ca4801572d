import type { SqlSession } from '@app/persistence';
import { markLaneChanged } from '../lanes/mark-lane-changed.js';
import type { AgentWallet } from './agent-wallet.entity.js';
import { WalletsRepository } from './wallets.repository.js';

/** New owner of a wallet. An absent field keeps its value. */
export interface WalletBinding {
  email?: string;
  /** Lower-case. Only for a wallet that the provider does not hold. */
  address?: string;
}

/**
 * Forgets the verified mailbox of an agent with its approvals, and an address that the provider does not hold. The next
 * mailbox that is verified owns the agent. Runs in the caller's transaction. Safe to repeat.
 * @returns the wallet before; null when the agent has none
 */
export async function releaseWallet(tx: SqlSession, agentId: string): Promise<AgentWallet | null> {
  const wallet = await new WalletsRepository(tx).lockByAgentId(agentId);
  if (wallet === null) return null;
  await updateWallet(
    tx,
    wallet,
    `owner_email = NULL, owner_clients = '{}', email_verified_at = NULL,
     agent_wallet_address = CASE WHEN provider_wallet_id IS NOT NULL THEN agent_wallet_address END`,
  );
  await endOwnership(tx, agentId);
  return wallet;
}

/**
 * Gives an agent another owner or address. Runs in the caller's transaction. Safe to repeat. An address of another agent
 * violates agent_wallets_agent_wallet_address_key.
 * @returns the wallet before; null when the agent has none
 */
export async function rebindWallet(
  tx: SqlSession,
  agentId: string,
  binding: WalletBinding,
): Promise<AgentWallet | null> {
  const { email = null, address = null } = binding;
  const wallets = new WalletsRepository(tx);
  const wallet = email === null ? await wallets.lockByAgentId(agentId) : await wallets.lockForOwner(agentId, email);
  if (wallet === null) return null;
  await updateWallet(
    tx,
    wallet,
    `owner_email = coalesce($2, owner_email),
     email_verified_at = CASE WHEN $2 IS NULL THEN email_verified_at ELSE coalesce(email_verified_at, now()) END,
     owner_clients = CASE WHEN $2 IS NULL THEN owner_clients ELSE '{}' END,
     agent_wallet_address = CASE WHEN provider_wallet_id IS NULL THEN coalesce($3, agent_wallet_address)
       ELSE agent_wallet_address END`,
    [email, address],
  );
  if (email !== null) await endOwnership(tx, agentId);
  return wallet;
}

/**
 * Makes a disabled or frozen wallet active. Runs in the caller's transaction. Safe to repeat.
 * @returns the wallet before; null when the agent has none
 */
export async function enableWallet(tx: SqlSession, agentId: string): Promise<AgentWallet | null> {
  const wallet = await new WalletsRepository(tx).lockByAgentId(agentId);
  if (wallet !== null) await updateWallet(tx, wallet, `status = 'active', frozen_at = NULL`);
  return wallet;
}

async function updateWallet(
  tx: SqlSession,
  { id }: AgentWallet,
  assignments: string,
  values: readonly (string | null)[] = [],
): Promise<void> {
  await tx.query(
    `UPDATE agent_wallets SET ${assignments}, policy_version = policy_version + 1, updated_at = now() WHERE id = $1`,
    [id, ...values],
  );
  await markLaneChanged(tx, id);
}

/** Voids the passcodes and approvals of earlier owners, and ends their sessions. */
async function endOwnership(tx: SqlSession, agentId: string): Promise<void> {
  await tx.query(
    `UPDATE agent_onboardings SET status = 'expired', updated_at = now()
     WHERE agent_id = $1 AND status = 'pending_otp'`,
    [agentId],
  );
  await tx.query(
    `UPDATE agent_intents SET approved_at = NULL, updated_at = now()
     WHERE agent_id = $1 AND approved_at IS NOT NULL AND status NOT IN ('executed', 'cancelled')`,
    [agentId],
  );
  await tx.query(
    `UPDATE agent_sessions SET expires_at = clock_timestamp(), updated_at = now()
     WHERE agent_id = $1 AND expires_at > clock_timestamp()`,
    [agentId],
  );
}
