import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { type UserKind, UserEntity } from '@app/markets';
import { Database, isOneOf, type SqlSession } from '@app/persistence';
import { lockToJoin } from './budgets/account-limits.js';

/** Kinds of records that belong to an account. */
export type OwnedKind = 'agent' | 'intent' | 'onboarding' | 'user';

/** Owner of a record. An agent belongs to the account of its user, and its records belong to the same account. */
export interface Owner {
  id: string;
  /** Null while the record belongs to no account. */
  accountId: string | null;
  /** Null for a user that is no agent. */
  agentId: string | null;
  /** Null for a record of an agent that has no user. */
  userKind: UserKind | null;
}

const OWNER = `u.account_id AS "accountId", u.kind AS "userKind"`;

const STATEMENTS: Readonly<Record<OwnedKind, string>> = {
  agent: `SELECT u.agent_id AS id, u.agent_id AS "agentId", ${OWNER} FROM users AS u WHERE ${isOneOf('u.agent_id')}`,
  intent: `SELECT i.id, i.agent_id AS "agentId", ${OWNER}
    FROM agent_intents AS i LEFT JOIN users AS u ON u.agent_id = i.agent_id WHERE ${isOneOf('i.id')}`,
  onboarding: `SELECT o.id, o.agent_id AS "agentId", ${OWNER}
    FROM agent_onboardings AS o LEFT JOIN users AS u ON u.agent_id = o.agent_id WHERE ${isOneOf('o.id')}`,
  user: `SELECT u.id, u.agent_id AS "agentId", ${OWNER} FROM users AS u WHERE ${isOneOf('u.id', 'uuid')}`,
};

/** A record that was created with keys off belongs to no account, so no account may take its agent. */
const CLAIM_AGENT_SQL = `
  INSERT INTO users (kind, agent_id, account_id) SELECT 'agent', $1, $2
  WHERE NOT EXISTS (SELECT FROM agent_intents WHERE agent_id = $1)
    AND NOT EXISTS (SELECT FROM agent_onboardings WHERE agent_id = $1)
  ON CONFLICT (agent_id) DO NOTHING`;

const BIND_AGENT_SQL = `
  WITH locked AS MATERIALIZED (SELECT ${lockToJoin(`'account:' || $2::uuid`)}),
  bound AS (
    INSERT INTO users (kind, agent_id, account_id) SELECT 'agent', $1::text, $2::uuid FROM locked
    ON CONFLICT (agent_id) DO UPDATE SET account_id = coalesce(users.account_id, excluded.account_id)
    RETURNING id, account_id),
  wallet AS (
    UPDATE agent_wallets SET policy_version = policy_version + 1 FROM bound WHERE agent_wallets.user_id = bound.id)
  SELECT account_id AS "accountId" FROM bound`;

/** An agent and the account that it is to belong to. */
export interface AgentOwner {
  agentId: string;
  accountId: string;
}

@Injectable()
export class OwnersRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Returns the owners of the records that exist, in any order. */
  find(kind: OwnedKind, ids: readonly string[]): Promise<Owner[]> {
    return this.sql.query<Owner>(STATEMENTS[kind], [ids]);
  }

  /**
   * Gives a new agent to the account that creates its first record, for good. Of simultaneous accounts one succeeds.
   * @throws {AppError} agent_not_found when the agent exists and does not belong to the account
   */
  async claim({ agentId, accountId }: AgentOwner): Promise<void> {
    await this.sql.query(CLAIM_AGENT_SQL, [agentId, accountId]);
    if ((await this.findAccount(agentId)) !== accountId) throw new AppError('agent_not_found');
  }

  /**
   * Gives an agent to an account by an operator's decision: a new agent, or one that belongs to no account. Raises the
   * policy version of its wallet, so that acceptances that have not seen the limits of the account are repeated.
   * @returns whether it belongs to the account now; false when it belongs to another one
   */
  async bind({ agentId, accountId }: AgentOwner): Promise<boolean> {
    const row = await this.sql.queryOneOrFail<{ accountId: string }>(BIND_AGENT_SQL, [agentId, accountId]);
    return row.accountId === accountId;
  }

  private async findAccount(agentId: string): Promise<string | null> {
    return (await this.sql.repository(UserEntity).findOneBy({ agentId }))?.accountId ?? null;
  }
}
