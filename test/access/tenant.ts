import { randomBytes, randomUUID } from 'node:crypto';
import { findAccountId, issueKey, type KeyOptions } from '../../tools/support/issue-key.js';
import type { TestApi } from '../api/start-test-api.js';

/** Ids of records that a request can name. */
export interface Records {
  readonly agentId: string;
  readonly intentId: string;
  /** An intent for requests that cancel it. */
  readonly cancelledId: string;
  readonly onboardingId: string;
  readonly webhookId: string;
  /** A webhook for requests that delete it. */
  readonly deletedWebhookId: string;
  readonly userId: string;
  readonly email: string;
}

/** Ids that no record has. */
export const UNKNOWN: Records = {
  agentId: 'agent_nobody_77',
  intentId: `agent_intent_${'0'.repeat(32)}`,
  cancelledId: `agent_intent_${'1'.repeat(32)}`,
  onboardingId: `agent_onboarding_${'0'.repeat(32)}`,
  webhookId: `webhook_${'0'.repeat(32)}`,
  deletedWebhookId: `webhook_${'1'.repeat(32)}`,
  userId: '00000000-0000-4000-8000-00000000dead',
  email: 'nobody@example.com',
};

/** A wallet of another chain needs no provider. */
export const WALLET = {
  wallet_provider: 'provider_agent_wallet',
  allowed_actions: ['claim_payout'],
  chain: 'ELSEWHERE',
  policy_metadata: { total_limit: '50', valid_until: '2999-01-01T00:00:00Z' },
};
const ADDRESS = `0x${'1'.repeat(40)}`;

/** Body of a claim by the agent. */
export function claimBody(agentId: string): object {
  const market = { market_id: 'm', market_contract_address: ADDRESS };
  return { agent_id: agentId, action: 'claim_payout', user_wallet: ADDRESS, ...market };
}

/** An account with a key of every scope, and with one record of each kind. */
export class Tenant {
  readonly records: Records;
  /** Key for everything that belongs to the account. */
  key: string;

  private constructor(
    private readonly api: TestApi,
    readonly account: string,
  ) {
    const name = randomBytes(4).toString('hex');
    this.records = {
      agentId: `agent_${account}_${name}`,
      intentId: randomId('agent_intent'),
      cancelledId: randomId('agent_intent'),
      onboardingId: randomId('agent_onboarding'),
      webhookId: randomId('webhook'),
      deletedWebhookId: randomId('webhook'),
      userId: randomUUID(),
      email: `${account}-${name}@example.com`,
    };
  }

  static async create(api: TestApi, account: string): Promise<Tenant> {
    const tenant = new Tenant(api, account);
    tenant.key = await tenant.issueKey();
    await tenant.insertRecords();
    return tenant;
  }

  issueKey(options: Partial<KeyOptions> = {}): Promise<string> {
    return issueKey(this.api.database, { account: this.account, ...options });
  }

  /** Every value of the account that an answer to a stranger must not contain. */
  get secrets(): string[] {
    const { intentId, onboardingId, webhookId, email } = this.records;
    return [intentId, onboardingId, webhookId, email.slice(1)];
  }

  /** The rows of the account's agent and user, as text. */
  async snapshot(): Promise<string> {
    const { agentId, userId } = this.records;
    const rows = await this.api.database.query(
      `SELECT to_jsonb(w)::text FROM agent_wallets AS w WHERE agent_id = $1
       UNION ALL (SELECT to_jsonb(i)::text FROM agent_intents AS i WHERE agent_id = $1 ORDER BY id)
       UNION ALL (SELECT to_jsonb(o)::text FROM agent_onboardings AS o WHERE agent_id = $1 ORDER BY id)
       UNION ALL (SELECT to_jsonb(m)::text FROM markets AS m WHERE creator_user_id = $2 ORDER BY id)
       UNION ALL (SELECT to_jsonb(t)::text FROM trades AS t WHERE user_id = $2 ORDER BY id)
       UNION ALL (SELECT to_jsonb(h)::text FROM webhooks AS h WHERE agent_ids = ARRAY[$1] ORDER BY id)
       UNION ALL SELECT to_jsonb(u)::text FROM users AS u WHERE agent_id = $1 OR id = $2`,
      [agentId, userId],
    );
    return JSON.stringify(rows);
  }

  private async insertRecords(): Promise<void> {
    const { database } = this.api;
    const { agentId, intentId, cancelledId, onboardingId, userId, email } = this.records;
    const { webhookId, deletedWebhookId } = this.records;
    const accountId = await findAccountId(database, this.account);
    await database.query(`INSERT INTO users (id, kind, account_id) VALUES ($1, 'person', $2)`, [userId, accountId]);
    await database.query(
      `WITH owner AS (INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $2) RETURNING id)
       INSERT INTO agent_wallets (agent_id, user_id, wallet_provider, chain, allowed_actions, status)
       SELECT $1, id, 'provider_agent_wallet', 'ELSEWHERE', '{claim_payout}', 'active' FROM owner`,
      [agentId, accountId],
    );
    await database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, request_hash)
       SELECT id, $1, 'claim_payout', 'preview', $2, 'm', $2, repeat('0', 64) FROM unnest($3::text[]) AS id`,
      [agentId, ADDRESS, [intentId, cancelledId]],
    );
    await database.query(
      `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, expires_at)
       VALUES ($1, $2, $3, 'CHAIN-TESTNET', 'provider_agent_wallet', 'expired', '', now())`,
      [onboardingId, agentId, email],
    );
    await database.query(
      `INSERT INTO webhooks (id, account_id, url, agent_ids, secret)
       SELECT id, $1, 'https://hooks.example.com/', ARRAY[$2], '' FROM unnest($3::text[]) AS id`,
      [accountId, agentId, [webhookId, deletedWebhookId]],
    );
    await database.query(
      `INSERT INTO agent_sessions (id, agent_id, onboarding_id, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
      [randomId('agent_session'), agentId, onboardingId],
    );
  }
}

function randomId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`;
}
