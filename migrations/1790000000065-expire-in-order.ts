import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RetentionOfWebhooks1790000000055 } from './1790000000055-retention-of-webhooks.js';

/**
 * Expires an event only after all earlier ones of its log. A server whose clock is far in the past logs events that are old at
 * once. They do not expire together with the young events before them. Locks no table.
 */
export class ExpireInOrder1790000000065 implements MigrationInterface {
  name = 'ExpireInOrder1790000000065';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXPIRE_EVENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await new RetentionOfWebhooks1790000000055().up(runner);
  }
}

const WEBHOOKS = `webhooks AS w JOIN users AS u ON u.agent_id IS NOT NULL
  AND (u.account_id = w.account_id OR (u.account_id IS NULL AND w.account_id IS NULL))
  AND (w.agent_ids IS NULL OR u.agent_id = ANY (w.agent_ids))`;
const RECEIVED = `LEFT JOIN webhook_cursors AS c ON c.webhook_id = w.id AND c.log = 'agent:' || u.agent_id
  WHERE w.status IN ('active', 'paused')`;

/** Logs whose oldest event is young or waits for a webhook are left out, so that they do not hide the other logs. */
const EXPIRE_EVENTS = `
  CREATE OR REPLACE FUNCTION expire_events(min_age_days integer, max_events integer) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    cutoff timestamptz := now() - greatest(min_age_days, 1) * interval '1 day';
    kept_cutoff timestamptz := now() - 2 * greatest(min_age_days, 1) * interval '1 day';
    kept_logs text[];
    kept_after bigint;
    expired record;
    last record;
    deleted bigint := 0;
    total bigint := 0;
  BEGIN
    kept_logs := ARRAY(SELECT DISTINCT l.log FROM ${WEBHOOKS} JOIN event_logs AS l ON l.log = 'agent:' || u.agent_id
      ${RECEIVED} AND coalesce(c.seq, 0) < l.oldest_seq AND l.oldest_seq <= l.head_seq);
    FOR expired IN
      SELECT DISTINCT log FROM (
        SELECT log FROM logged_events AS e WHERE at < cutoff AND (log <> ALL (kept_logs) OR at < kept_cutoff)
          AND EXISTS (SELECT FROM event_logs AS l JOIN logged_events AS o ON o.log = l.log AND o.seq = l.oldest_seq
            WHERE l.log = e.log AND o.at < CASE WHEN e.log = ANY (kept_logs) THEN kept_cutoff ELSE cutoff END)
        ORDER BY at LIMIT max_events) AS oldest
    LOOP
      PERFORM FROM event_logs WHERE log = expired.log FOR NO KEY UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      SELECT min(coalesce(c.seq, 0)) INTO kept_after FROM ${WEBHOOKS}
        AND u.agent_id = CASE WHEN expired.log LIKE 'agent:%' THEN substr(expired.log, length('agent:') + 1) END
        ${RECEIVED};
      SELECT max(seq) AS seq, max(block_number) AS block_number INTO last FROM (
        SELECT seq, block_number, bool_and(at < cutoff AND (seq <= coalesce(kept_after, seq) OR at < kept_cutoff))
          OVER (ORDER BY seq) AS is_expired
        FROM logged_events WHERE log = expired.log ORDER BY seq LIMIT max_events) AS oldest
      WHERE is_expired;
      UPDATE event_logs SET oldest_seq = last.seq + 1, expired_block = greatest(expired_block, last.block_number),
        expired_hash = (SELECT hash FROM logged_events WHERE log = expired.log AND seq = last.seq)
      WHERE log = expired.log AND last.seq IS NOT NULL;
      DELETE FROM logged_events WHERE log = expired.log AND seq <= last.seq;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      total := total + deleted;
      EXIT WHEN total >= max_events;
    END LOOP;
    RETURN total;
  END $$;`;
