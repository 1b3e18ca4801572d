import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryFailure, WebhookStatus } from '@app/events';
import { Database, type SqlSession } from '@app/persistence';

/** A webhook that this process delivers for as long as it holds the lease. */
export interface ClaimedWebhook {
  readonly id: string;
  readonly leaseId: string;
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly failures: number;
}

export interface ClaimedTest {
  readonly webhookId: string;
  readonly eventId: string;
  readonly requestedAt: Date;
  readonly url: string;
  /** As in `readSecrets`. */
  readonly secrets: readonly Buffer[];
}

/** Why an active webhook is due: an event that is not delivered yet, or the time after a failure. */
export type DueReason = 'pending events' | 'backoff';

export interface PendingLog {
  readonly log: string;
  /** Seq of the last event that is delivered. */
  readonly after: number;
}

export interface Advance {
  readonly log: string;
  readonly seq: number;
  /** Hash of the event at the position; null if it is not known. */
  readonly hash: string | null;
  /** Whether the event was delivered. Otherwise the events up to it are not wanted. */
  readonly isDelivery: boolean;
}

/** `events_lost`: a failover of the database lost the events of that position. Others get their seqs. */
export type AdvanceResult = 'advanced' | 'events_lost' | 'lease_lost';

export interface Failure {
  readonly reason: DeliveryFailure;
  /** Null without a response. */
  readonly responseStatus: number | null;
}

const MAX_PENDING_LOGS = 100;

const SECRETS_SQL = `CASE WHEN w.previous_secret_until > now() THEN ARRAY[w.secret, w.previous_secret] ELSE ARRAY[w.secret] END
  AS secrets`;
const IS_DUE = `w.status = 'active' AND w.next_attempt_at <= now() AND (w.lease_until IS NULL OR w.lease_until <= now())`;
const LEASE_UNTIL = `now() + $2 * interval '1 ms'`;

/** Common table of the webhooks with pending events, with the time of the oldest. Reads one row of the index for each. */
export const PENDING_SQL = `RECURSIVE pending (id, since) AS (
    (SELECT webhook_id, pending_since FROM webhook_cursors WHERE pending_since IS NOT NULL
     ORDER BY webhook_id, pending_since LIMIT 1)
    UNION ALL
    SELECT next.* FROM pending CROSS JOIN LATERAL (
      SELECT webhook_id, pending_since FROM webhook_cursors WHERE pending_since IS NOT NULL AND webhook_id > pending.id
      ORDER BY webhook_id, pending_since LIMIT 1) AS next)`;

/** Webhooks that may be due. */
const CANDIDATES: Readonly<Record<DueReason, string>> = {
  'pending events': `pending JOIN webhooks AS w ON w.id = pending.id WHERE w.failures = 0`,
  backoff: `webhooks AS w WHERE w.failures > 0`,
};

/** Leases, cursors and failures of webhooks. A lease that is not renewed passes to another process. */
@Injectable()
export class DeliveriesRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Whether no webhook has pending events or failures, and no test is open. */
  async isIdle(): Promise<boolean> {
    const row = await this.sql.queryOneOrFail<{ isIdle: boolean }>(
      `SELECT NOT (EXISTS (SELECT FROM webhook_cursors WHERE pending_since IS NOT NULL)
         OR EXISTS (SELECT FROM webhooks WHERE failures > 0 AND status = 'active')
         OR EXISTS (SELECT FROM webhook_tests WHERE ended_at IS NULL)) AS "isIdle"`,
    );
    return row.isIdle;
  }

  /**
   * Leases due webhooks: of each account the longest due one, then the next of each. An account gets one place, and others
   * only while it has less than a quarter of what would be free: the places of slow receivers never take them all. Rows that
   * another process is claiming are skipped.
   * @param limit free places
   */
  claim(reason: DueReason, limit: number, leaseMs: number): Promise<ClaimedWebhook[]> {
    return this.sql.query<ClaimedWebhook>(
      `WITH ${PENDING_SQL}, due AS (
         SELECT w.id, w.account_id, w.next_attempt_at FROM ${CANDIDATES[reason]} AND ${IS_DUE}
       ), placed AS (
         SELECT id, next_attempt_at, row_number() OVER (PARTITION BY account_id ORDER BY next_attempt_at) - 1 + (
           SELECT count(*) FROM webhooks AS o WHERE o.lease_until > now()
             AND (o.account_id = due.account_id OR (o.account_id IS NULL AND due.account_id IS NULL))) AS ahead
         FROM due
       ), ranked AS (SELECT id, ahead, row_number() OVER (ORDER BY ahead, next_attempt_at) AS rank FROM placed)
       UPDATE webhooks AS w SET lease_id = gen_random_uuid(), lease_until = ${LEASE_UNTIL}
       FROM (
         SELECT w.id FROM ranked JOIN webhooks AS w ON w.id = ranked.id
         WHERE ${IS_DUE} AND 4 * ranked.ahead <= $1 - ranked.rank
         ORDER BY ranked.rank LIMIT $1 FOR UPDATE OF w SKIP LOCKED
       ) AS due
       WHERE w.id = due.id
       RETURNING w.id, w.lease_id AS "leaseId", w.url, w.types, w.failures`,
      [limit, leaseMs],
    );
  }

  /**
   * Logs that hold events after the webhook's cursor, in the order of the oldest of these: a refused event comes before later
   * ones of other logs, whose delivery would end the failure.
   */
  listPending(webhookId: string): Promise<PendingLog[]> {
    return this.sql.query<PendingLog>(
      `SELECT log, seq::float8 AS after FROM webhook_cursors WHERE webhook_id = $1 AND pending_since IS NOT NULL
       ORDER BY pending_since, log LIMIT ${MAX_PENDING_LOGS}`,
      [webhookId],
    );
  }

  /** Encrypted secrets: the current one and, for a day after a rotation, the one before. Null for a deleted webhook. */
  async readSecrets(webhookId: string): Promise<readonly Buffer[] | null> {
    const sql = `SELECT ${SECRETS_SQL} FROM webhooks AS w WHERE w.id = $1`;
    const row = await this.sql.queryOne<{ secrets: Buffer[] }>(sql, [webhookId]);
    return row?.secrets ?? null;
  }

  /** @returns whether the lease was held and lasts from now on */
  async renew({ id, leaseId }: ClaimedWebhook, leaseMs: number): Promise<boolean> {
    const row = await this.sql.queryOne(
      `UPDATE webhooks SET lease_until = ${LEASE_UNTIL} WHERE id = $1 AND lease_id = $3 AND lease_until > now()
       AND status = 'active' RETURNING id`,
      [id, leaseMs, leaseId],
    );
    return row !== null;
  }

  /**
   * Moves the cursor past events that are delivered or not wanted, and renews the lease. The cursor stays before events that a
   * failover of the database has lost: others get their seq. An event that is being appended holds the row, so that its commit
   * is awaited and `head_seq` is compared again.
   */
  async advance(
    { id, leaseId }: ClaimedWebhook,
    { log, seq, hash, isDelivery }: Advance,
    leaseMs: number,
  ): Promise<AdvanceResult> {
    const { result } = await this.sql.queryOneOrFail<{ result: AdvanceResult }>(
      `WITH held AS (
         UPDATE webhooks SET lease_until = ${LEASE_UNTIL},
           failures = CASE WHEN $6 THEN 0 ELSE failures END,
           failing_since = CASE WHEN $6 THEN NULL ELSE failing_since END,
           failure = CASE WHEN $6 THEN NULL ELSE failure END,
           response_status = CASE WHEN $6 THEN NULL ELSE response_status END,
           delivered_at = CASE WHEN $6 THEN now() ELSE delivered_at END
         WHERE id = $1 AND lease_id = $3 AND lease_until > now()
         RETURNING id
       ), moved AS (
         UPDATE webhook_cursors AS c SET seq = greatest(c.seq, $5::bigint), pending_since =
           CASE WHEN c.pending_since IS NOT NULL AND c.head_seq > greatest(c.seq, $5) THEN coalesce(
             (SELECT at FROM logged_events WHERE log = $4 AND seq > $5 ORDER BY seq LIMIT 1), c.pending_since) END
         FROM held WHERE c.webhook_id = held.id AND c.log = $4::text
           AND EXISTS (SELECT FROM event_logs WHERE log = $4 AND head_seq >= $5)
           AND NOT EXISTS (SELECT FROM logged_events WHERE log = $4 AND seq = $5 AND hash <> $7::text)
         RETURNING webhook_id
       )
       SELECT CASE WHEN EXISTS (SELECT FROM moved) THEN 'advanced' WHEN EXISTS (SELECT FROM held) THEN 'events_lost'
         ELSE 'lease_lost' END AS result`,
      [id, leaseMs, leaseId, log, seq, isDelivery, hash],
    );
    return result;
  }

  /** Ends the turn; webhooks whose turn was longer ago come first. A webhook without pending events has no failures: the agent of the refused event may have left the account. */
  async release({ id, leaseId }: ClaimedWebhook, { isCaughtUp }: { isCaughtUp: boolean }): Promise<void> {
    await this.sql.query(
      `UPDATE webhooks SET lease_id = NULL, lease_until = NULL, next_attempt_at = now(),
         failures = CASE WHEN $3 THEN 0 ELSE failures END,
         failing_since = CASE WHEN $3 THEN NULL ELSE failing_since END,
         failure = CASE WHEN $3 THEN NULL ELSE failure END,
         response_status = CASE WHEN $3 THEN NULL ELSE response_status END
       WHERE id = $1 AND lease_id = $2`,
      [id, leaseId, isCaughtUp],
    );
  }

  /**
   * Ends the turn with a failure. A webhook that has failed for the given time is paused with its cursors.
   * @returns the status; null when the lease was lost
   */
  async fail(
    { id, leaseId }: ClaimedWebhook,
    { reason, responseStatus }: Failure,
    { retryMs, pauseAfterMs }: { retryMs: number; pauseAfterMs: number },
  ): Promise<WebhookStatus | null> {
    const row = await this.sql.queryOne<{ status: WebhookStatus }>(
      `UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()), failure = $3,
         response_status = $4, next_attempt_at = now() + $5 * interval '1 ms', lease_id = NULL, lease_until = NULL,
         status = CASE WHEN failing_since <= now() - $6 * interval '1 ms' THEN 'paused' ELSE 'active' END
       WHERE id = $1 AND lease_id = $2 AND status = 'active' RETURNING status`,
      [id, leaseId, reason, responseStatus, retryMs, pauseAfterMs],
    );
    return row?.status ?? null;
  }

  /** Ends the webhook for good. */
  async end({ id, leaseId }: ClaimedWebhook, responseStatus: number): Promise<void> {
    await this.sql.query(
      `UPDATE webhooks SET status = 'ended', failure = 'response_status', response_status = $3, lease_id = NULL,
         lease_until = NULL
       WHERE id = $1 AND lease_id = $2 AND status = 'active'`,
      [id, leaseId, responseStatus],
    );
  }

  /** Leases requested tests, oldest first. */
  claimTests(limit: number, leaseMs: number): Promise<ClaimedTest[]> {
    return this.sql.query<ClaimedTest>(
      `UPDATE webhook_tests AS t SET lease_until = ${LEASE_UNTIL}
       FROM (
         SELECT webhook_id FROM webhook_tests WHERE ended_at IS NULL AND (lease_until IS NULL OR lease_until <= now())
         ORDER BY requested_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ) AS due JOIN webhooks AS w ON w.id = due.webhook_id
       WHERE t.webhook_id = due.webhook_id
       RETURNING t.webhook_id AS "webhookId", t.event_id AS "eventId", t.requested_at AS "requestedAt", w.url, ${SECRETS_SQL}`,
      [limit, leaseMs],
    );
  }

  /** @param failure null for a delivered test */
  async endTest(
    { webhookId, eventId }: ClaimedTest,
    failure: DeliveryFailure | null,
    status: number | null,
  ): Promise<void> {
    await this.sql.query(
      `UPDATE webhook_tests SET ended_at = now(), failure = $3, response_status = $4
       WHERE webhook_id = $1 AND event_id = $2 AND ended_at IS NULL`,
      [webhookId, eventId, failure, status],
    );
  }
}
