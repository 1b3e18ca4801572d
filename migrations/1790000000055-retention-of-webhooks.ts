import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps old events that an active or paused webhook has not received yet, up to twice the age: a webhook that is resumed until
 * then delivers them all, and one that never is does not keep its log for good.
 */
export class RetentionOfWebhooks1790000000055 implements MigrationInterface {
  name = 'RetentionOfWebhooks1790000000055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${expireEvents({
        declared: `kept_logs text[]; kept_after bigint;
    kept_cutoff timestamptz := now() - 2 * greatest(min_age_days, 1) * interval '1 day';`,
        findKept: KEPT_LOGS,
        isOldest: 'AND (log <> ALL (kept_logs) OR at < kept_cutoff)',
        findKeptAfter: KEPT_AFTER,
        isExpired: 'AND (seq <= coalesce(kept_after, seq) OR at < kept_cutoff)',
      })}
      COMMENT ON FUNCTION expire_events IS
        'deletes the oldest events of logs, none younger than a day; those that a webhook has yet to receive at twice the age; the hash of the last one stays with the log';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${expireEvents({ declared: '', findKept: '', isOldest: '', findKeptAfter: '', isExpired: '' })}
      COMMENT ON FUNCTION expire_events IS
        'deletes the oldest events of logs, none younger than a day; the hash of the last one stays with the log';`);
  }
}

const WEBHOOKS = `webhooks AS w JOIN users AS u ON u.agent_id IS NOT NULL
  AND (u.account_id = w.account_id OR (u.account_id IS NULL AND w.account_id IS NULL))
  AND (w.agent_ids IS NULL OR u.agent_id = ANY (w.agent_ids))`;
const RECEIVED = `LEFT JOIN webhook_cursors AS c ON c.webhook_id = w.id AND c.log = 'agent:' || u.agent_id
  WHERE w.status IN ('active', 'paused')`;

/** Logs whose oldest event waits for a webhook. They are left out, so that they do not hide the other logs. */
const KEPT_LOGS = `
  kept_logs := ARRAY(SELECT DISTINCT l.log FROM ${WEBHOOKS} JOIN event_logs AS l ON l.log = 'agent:' || u.agent_id
    ${RECEIVED} AND coalesce(c.seq, 0) < l.oldest_seq AND l.oldest_seq <= l.head_seq);`;

/** Seq after which a webhook has yet to receive the log; null without webhooks. */
const KEPT_AFTER = `
  SELECT min(coalesce(c.seq, 0)) INTO kept_after FROM ${WEBHOOKS}
    AND u.agent_id = CASE WHEN expired.log LIKE 'agent:%' THEN substr(expired.log, length('agent:') + 1) END
    ${RECEIVED};`;

type Parts = Record<'declared' | 'findKept' | 'isOldest' | 'findKeptAfter' | 'isExpired', string>;

function expireEvents({ declared, findKept, isOldest, findKeptAfter, isExpired }: Parts): string {
  return `
  CREATE OR REPLACE FUNCTION expire_events(min_age_days integer, max_events integer) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    cutoff timestamptz := now() - greatest(min_age_days, 1) * interval '1 day';
    expired record;
    last record;
    deleted bigint := 0;
    total bigint := 0;
    ${declared}
  BEGIN
    ${findKept}
    FOR expired IN
      SELECT DISTINCT log FROM (
        SELECT log FROM logged_events WHERE at < cutoff ${isOldest} ORDER BY at LIMIT max_events) AS oldest
    LOOP
      PERFORM FROM event_logs WHERE log = expired.log FOR NO KEY UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      ${findKeptAfter}
      SELECT max(seq) AS seq, max(block_number) AS block_number INTO last FROM (
        SELECT seq, block_number, at FROM logged_events WHERE log = expired.log ORDER BY seq LIMIT max_events) AS oldest
      WHERE at < cutoff ${isExpired};
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
}
