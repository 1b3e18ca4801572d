import { Injectable } from '@nestjs/common';
import { Database, NOTIFICATION_CHANNEL, selectColumns } from '@app/persistence';
import { type DeliveryFailure, RESUMABLE, WEBHOOKS_PENDING } from './webhook-status.js';
import { WebhookEntity } from './webhook.entity.js';

/** Time after which a test that no process has ended is replaced by a new one. */
const TEST_TIMEOUT_MS = 60_000;

/** Owner of webhooks: an account, and the agents that its key is limited to. */
export interface WebhookOwner {
  /** Null without API keys: the agents that belong to no account. */
  readonly accountId: string | null;
  /** Null for all agents of the account. */
  readonly agentIds: readonly string[] | null;
}

export interface NewWebhook {
  readonly id: string;
  readonly url: string;
  readonly agentIds: readonly string[] | null;
  readonly types: readonly string[] | null;
  /** Encrypted. */
  readonly secret: Buffer;
}

/** Last test delivery of a webhook. */
export interface WebhookTest {
  /** `event_…` */
  readonly eventId: string;
  readonly requestedAt: Date;
  /** Null until the receiver has answered or failed to. */
  readonly endedAt: Date | null;
  /** Null for a delivered test. */
  readonly failure: DeliveryFailure | null;
  /** Null without a response. */
  readonly responseStatus: number | null;
}

export type Webhook = Omit<WebhookEntity, 'secret' | 'previousSecret' | 'leaseId' | 'leaseUntil'>;
/** A webhook with its last test; null without one. */
export type TestedWebhook = Webhook & { readonly test: WebhookTest | null };

type TestColumns = { [Name in keyof WebhookTest as `test${Capitalize<Name>}`]: WebhookTest[Name] | null };

const WEBHOOK = selectColumns(WebhookEntity, {
  table: 'w',
  omit: ['secret', 'previousSecret', 'leaseId', 'leaseUntil'],
});
const TEST = `t.event_id AS "testEventId", t.requested_at AS "testRequestedAt", t.ended_at AS "testEndedAt",
  t.failure AS "testFailure", t.response_status AS "testResponseStatus"`;
/** Webhooks of an owner: parameters 1 and 2. A limited key acts for webhooks of its agents only. */
const IS_OWN = `w.account_id IS NOT DISTINCT FROM $1::uuid AND ($2::text[] IS NULL OR w.agent_ids <@ $2::text[])`;

/**
 * Waits for the account's events that are being appended, and for other creations, which must count each other. An event is
 * committed before the webhook exists, or is added to its cursors.
 */
const LOCK_WEBHOOKS_SQL = `SELECT pg_advisory_xact_lock('webhooks'::regclass::oid::integer, webhooks_key($1::uuid))`;

@Injectable()
export class WebhooksRepository {
  constructor(private readonly database: Database) {}

  /** Creates a webhook that delivers the events from now on; null when the account has the maximum. */
  async create({ accountId }: WebhookOwner, webhook: NewWebhook, max: number): Promise<Webhook | null> {
    const { id, url, agentIds, types, secret } = webhook;
    return this.database.transaction(async (tx) => {
      await tx.query(LOCK_WEBHOOKS_SQL, [accountId]);
      return tx.queryOne<Webhook>(
        `WITH w AS (
         INSERT INTO webhooks (id, account_id, url, agent_ids, types, secret)
         SELECT $1::text, $2::uuid, $3::text, $4::text[], $5::text[], $6::bytea
         WHERE (SELECT count(*) FROM webhooks WHERE account_id IS NOT DISTINCT FROM $2::uuid) < $7::int
         RETURNING *
       )
       SELECT ${WEBHOOK} FROM w`,
        [id, accountId, url, agentIds, types, secret, max],
      );
    });
  }

  /** Counts the agents of the list that belong to the account. */
  async countOwned(accountId: string | null, agentIds: readonly string[]): Promise<number> {
    const row = await this.database.queryOneOrFail<{ count: number }>(
      `SELECT count(*)::int AS count FROM users
       WHERE agent_id = ANY ($1::text[]) AND account_id IS NOT DISTINCT FROM $2::uuid`,
      [agentIds, accountId],
    );
    return row.count;
  }

  /** Oldest first. */
  async list({ accountId, agentIds }: WebhookOwner): Promise<TestedWebhook[]> {
    const rows = await this.database.query<Webhook & TestColumns>(
      `SELECT ${WEBHOOK}, ${TEST} FROM webhooks AS w LEFT JOIN webhook_tests AS t ON t.webhook_id = w.id
       WHERE ${IS_OWN} ORDER BY w.created_at, w.id`,
      [accountId, agentIds],
    );
    return rows.map(withTest);
  }

  async find({ accountId, agentIds }: WebhookOwner, id: string): Promise<TestedWebhook | null> {
    const row = await this.database.queryOne<Webhook & TestColumns>(
      `SELECT ${WEBHOOK}, ${TEST} FROM webhooks AS w LEFT JOIN webhook_tests AS t ON t.webhook_id = w.id
       WHERE ${IS_OWN} AND w.id = $3`,
      [accountId, agentIds, id],
    );
    return row === null ? null : withTest(row);
  }

  /** Deletes a webhook with its cursors. @returns whether it existed */
  async delete({ accountId, agentIds }: WebhookOwner, id: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await tx.query(LOCK_WEBHOOKS_SQL, [accountId]);
      const sql = `DELETE FROM webhooks AS w WHERE ${IS_OWN} AND w.id = $3 RETURNING w.id`;
      return (await tx.queryOne(sql, [accountId, agentIds, id])) !== null;
    });
  }

  /** Replaces the secret. The one before signs as well for the given time. */
  async rotate(id: string, secret: Buffer, overlapMs: number): Promise<boolean> {
    const row = await this.database.queryOne(
      `UPDATE webhooks SET previous_secret = secret, previous_secret_until = now() + $3 * interval '1 ms', secret = $2,
         next_attempt_at = least(next_attempt_at, now())
       WHERE id = $1 RETURNING id`,
      [id, secret, overlapMs],
    );
    return row !== null;
  }

  /** Makes the next attempt due at once. @returns false for a webhook that has ended or does not exist */
  async resume(id: string): Promise<boolean> {
    const row = await this.database.queryOne(
      `UPDATE webhooks SET status = 'active', failures = 0, failing_since = NULL, failure = NULL, response_status = NULL,
         next_attempt_at = now()
       WHERE id = $1 AND status = ANY ($2::text[]) RETURNING id`,
      [id, RESUMABLE],
    );
    return row !== null;
  }

  /** Requests a test delivery, unless one is under way. */
  async requestTest(id: string, eventId: string): Promise<void> {
    await this.database.query(
      `INSERT INTO webhook_tests AS t (webhook_id, event_id)
       SELECT w.id, $2::text FROM webhooks AS w WHERE w.id = $1 AND w.status <> 'ended'
       ON CONFLICT (webhook_id) DO UPDATE
       SET event_id = excluded.event_id, requested_at = excluded.requested_at, lease_until = NULL, ended_at = NULL,
         failure = NULL, response_status = NULL
       WHERE t.ended_at IS NOT NULL OR t.requested_at < now() - $3 * interval '1 ms'
       RETURNING pg_notify('${NOTIFICATION_CHANNEL}', '${WEBHOOKS_PENDING}')`,
      [id, eventId, TEST_TIMEOUT_MS],
    );
  }
}

function withTest(row: Webhook & TestColumns): TestedWebhook {
  const { testEventId, testRequestedAt, testEndedAt, testFailure, testResponseStatus, ...webhook } = row;
  const test =
    testEventId === null || testRequestedAt === null
      ? null
      : {
          eventId: testEventId,
          requestedAt: testRequestedAt,
          endedAt: testEndedAt,
          failure: testFailure,
          responseStatus: testResponseStatus,
        };
  return { ...webhook, test };
}
