import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { UserEntity } from '@app/markets';
import { Database, isOneOf, selectColumns, type SqlSession } from '@app/persistence';
import { lockToJoin } from '../budgets/account-limits.js';
import { type AgentWallet, AgentWalletEntity } from './agent-wallet.entity.js';

/** Clients of an owner that are remembered. */
const MAX_OWNER_CLIENTS = 4;

/** Select list of an `AgentWallet` from `agent_wallets`. */
export const WALLET_COLUMNS = selectColumns(AgentWalletEntity, {
  table: 'agent_wallets',
  omit: ['ownerEmail', 'ownerClients'],
});

export type NewWallet = Pick<
  AgentWallet,
  | 'agentId'
  | 'userId'
  | 'userWallet'
  | 'agentWalletAddress'
  | 'walletProvider'
  | 'chain'
  | 'allowedActions'
  | 'status'
  | 'maxTradeAmount'
  | 'dailyLimit'
  | 'marketLimit'
  | 'openExposureLimit'
  | 'approvalAbove'
  | 'autoClaim'
  | 'totalLimit'
  | 'validUntil'
  | 'sourceClient'
>;

export interface WalletUpdate
  extends Omit<NewWallet, 'agentId' | 'userId' | 'walletProvider'>, Pick<AgentWallet, 'frozenAt'> {
  /** Increments the policy version. */
  policyChanged: boolean;
}

export interface ProvisionedWallet {
  walletId: string;
  /** Lower-case. */
  address: string;
  providerWalletId: string;
}

@Injectable()
export class WalletsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  findById(id: string): Promise<AgentWallet | null> {
    return this.sql.repository(AgentWalletEntity).findOneBy({ id });
  }

  /** @throws Error when there is none */
  getById(id: string): Promise<AgentWallet> {
    return this.sql.repository(AgentWalletEntity).findOneByOrFail({ id });
  }

  /** The existing wallets of these agents, in any order. Without a lock. */
  findByAgentIds(agentIds: readonly string[]): Promise<AgentWallet[]> {
    const text = `SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE ${isOneOf('agent_id')}`;
    return this.sql.query<AgentWallet>(text, [agentIds]);
  }

  /** Returns the mailbox that the agent's owner has verified. */
  async findOwner(agentId: string): Promise<string | null> {
    const text = 'SELECT owner_email AS email FROM agent_wallets WHERE agent_id = $1';
    return (await this.sql.queryOne<{ email: string | null }>(text, [agentId]))?.email ?? null;
  }

  /** Excludes other changes of the wallet, and arming under its policy, until the transaction ends. */
  lockByAgentId(agentId: string): Promise<AgentWallet | null> {
    const text = `SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE agent_id = $1 FOR UPDATE`;
    return this.sql.queryOne<AgentWallet>(text, [agentId]);
  }

  /** Locks the limits of the mailbox that is to own the wallet, then the wallet. */
  async lockForOwner(agentId: string, email: string): Promise<AgentWallet | null> {
    await this.sql.query(`SELECT ${lockToJoin(`'mailbox:' || mailbox_of($1)`)}`, [email]);
    return this.lockByAgentId(agentId);
  }

  /** Excludes changes of the wallet of an intent's agent until the transaction ends; others may share the lock. */
  lockSharedByIntent(intentId: string): Promise<AgentWallet | null> {
    return this.sql.queryOne<AgentWallet>(
      `SELECT ${WALLET_COLUMNS} FROM agent_wallets
       WHERE agent_id = (SELECT agent_id FROM agent_intents WHERE id = $1) FOR SHARE`,
      [intentId],
    );
  }

  /** Returns the id of the agent's user, creating the user when there is none. */
  async ensureAgentUser(agentId: string): Promise<string> {
    const users = this.sql.repository(UserEntity);
    await users.createQueryBuilder().insert().values({ kind: 'agent', agentId }).orIgnore().execute();
    return (await users.findOneByOrFail({ agentId })).id;
  }

  /** Null when the agent has a wallet already. A taken address violates agent_wallets_agent_wallet_address_key. */
  insert(wallet: NewWallet): Promise<AgentWallet | null> {
    return this.sql.queryOne<AgentWallet>(
      `INSERT INTO agent_wallets (agent_id, user_id, user_wallet, agent_wallet_address, wallet_provider, chain,
         allowed_actions, status, max_trade_amount, source_client, daily_limit, market_limit, open_exposure_limit,
         approval_above, auto_claim, total_limit, valid_until)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       ON CONFLICT (agent_id) DO NOTHING RETURNING ${WALLET_COLUMNS}`,
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
        wallet.dailyLimit,
        wallet.marketLimit,
        wallet.openExposureLimit,
        wallet.approvalAbove,
        wallet.autoClaim,
        wallet.totalLimit,
        wallet.validUntil,
      ],
    );
  }

  /** Requires the wallet's lock. */
  async update(id: string, { policyChanged, ...fields }: WalletUpdate): Promise<void> {
    await this.sql.repository(AgentWalletEntity).update(id, {
      ...fields,
      allowedActions: [...fields.allowedActions],
      ...(policyChanged && { policyVersion: () => 'policy_version + 1' }),
    });
  }

  /**
   * Records that the owner proved the mailbox from the client. The first one that is proved owns the agent. Its budgets
   * then apply to the agent, so the policy version rises.
   *
   * @returns false when the agent has another owner
   */
  async recordOwner(id: string, { email, client }: { email: string; client: string | null }): Promise<boolean> {
    const row = await this.sql.queryOne(
      `UPDATE agent_wallets SET owner_email = $2, email_verified_at = coalesce(email_verified_at, now()),
         owner_clients = CASE WHEN $3::inet IS NULL THEN owner_clients
           ELSE ($3::inet || array_remove(owner_clients, $3::inet))[1:${MAX_OWNER_CLIENTS}] END,
         policy_version = policy_version + (email_verified_at IS NULL)::int,
         updated_at = now()
       WHERE id = $1 AND (email_verified_at IS NULL OR lower(owner_email) = lower($2)) RETURNING 1`,
      [id, email, client],
    );
    return row !== null;
  }

  /** Requires the wallet's lock. */
  async freeze(id: string): Promise<void> {
    await this.sql
      .repository(AgentWalletEntity)
      .update(id, { frozenAt: () => 'now()', policyVersion: () => 'policy_version + 1' });
  }

  /** Removes an address that the provider does not hold. */
  async dropForeignAddress(id: string): Promise<void> {
    await this.sql
      .repository(AgentWalletEntity)
      .update(
        { id, providerWalletId: IsNull() },
        { agentWalletAddress: null, policyVersion: () => 'policy_version + 1' },
      );
  }

  /**
   * Gives a wallet and its user the address that the provider created. An agent keeps such an address for life.
   *
   * @returns false when the wallet has another address; true when it has this one, so a repeat is safe
   */
  async bindProvisioned({ walletId, address, providerWalletId }: ProvisionedWallet): Promise<boolean> {
    const { affected } = await this.sql
      .repository(AgentWalletEntity)
      .update(
        { id: walletId, agentWalletAddress: IsNull() },
        { agentWalletAddress: address, providerWalletId, policyVersion: () => 'policy_version + 1' },
      );
    const wallet = await this.findById(walletId);
    if (wallet?.agentWalletAddress !== address || wallet.providerWalletId !== providerWalletId) return false;
    if (affected !== 0) await this.giveAddress(wallet.userId, address);
    return true;
  }

  /** An address that another user has stays with that user. */
  private async giveAddress(userId: string, address: string): Promise<void> {
    await this.sql
      .repository(UserEntity)
      .createQueryBuilder()
      .update({ walletAddress: address })
      .where('id = :userId AND NOT EXISTS (SELECT FROM users WHERE wallet_address = :address)', { userId, address })
      .execute();
  }
}
