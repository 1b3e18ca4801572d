import { receivesOf } from './webhooks.js';

/** Webhooks with the cursors whose logs have later events, unless they have ended. */
const PENDING = `(webhook_cursors AS c JOIN webhooks AS w
        ON w.id = c.webhook_id AND w.status IN ('active', 'paused') AND c.pending_since IS NOT NULL)`;

/**
 * Appending to event logs with what events state of steps, anchoring logs, and deleting their oldest events. PostgreSQL
 * escapes strings as RFC 8785 does.
 */
export const EVENT_FUNCTIONS_SQL = `
  -- PL/pgSQL keeps the plans of the session; a function in SQL is planned in each transaction.
  CREATE OR REPLACE FUNCTION canonical_json(fields jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    RETURN (SELECT '{' || string_agg(to_json(key)::text || ':' || CASE jsonb_typeof(value)
        WHEN 'array' THEN (SELECT '[' || coalesce(string_agg(item::text, ',' ORDER BY place), '') || ']'
          FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
        ELSE value::text END, ',' ORDER BY key COLLATE "C") || '}'
      FROM jsonb_each(fields));
  END $$;
  COMMENT ON FUNCTION canonical_json IS
    'RFC 8785 text of an object. Its fields are scalars and lists of scalars, its numbers are integers';

  -- The commit of an event is synchronous: a server crash must not take back what a client may have read.
  CREATE OR REPLACE FUNCTION append_event(event logged_events, fields jsonb) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    agent text := CASE WHEN event.log LIKE 'agent:%' THEN substr(event.log, length('agent:') + 1) END;
    woken integer;
    last_hash text;
  BEGIN
    PERFORM pg_advisory_xact_lock_shared('webhooks'::regclass::oid::integer, webhooks_key(account_id))
      FROM users WHERE agent_id = agent;
    LOOP
      UPDATE event_logs SET head_seq = head_seq + 1 WHERE log = event.log RETURNING head_seq, expired_hash
        INTO event.seq, last_hash;
      EXIT WHEN FOUND;
      INSERT INTO event_logs (log) VALUES (event.log) ON CONFLICT DO NOTHING;
    END LOOP;
    last_hash := coalesce((SELECT hash FROM logged_events WHERE log = event.log AND seq = event.seq - 1), last_hash);
    event.at := clock_timestamp()::timestamptz(3);
    event.id := 'event_' || replace(gen_random_uuid()::text, '-', '');
    event.data := canonical_json(fields);
    event.hash := encode(sha256(convert_to(concat(
      '{"at":"', iso_time(event.at), '","block":', CASE WHEN event.block_number IS NULL THEN 'null'
        ELSE concat('{"hash":"', event.block_hash, '","number":', event.block_number, '}') END,
      ',"data":', event.data, ',"id":"', event.id,
      '","previous_hash":', coalesce('"' || last_hash || '"', 'null'), ',"seq":', event.seq,
      ',"subject":{"id":', to_json(event.subject_id), ',"kind":"', event.subject_kind,
      '"},"type":"', event.type, '"}'), 'UTF8')), 'hex');
    INSERT INTO logged_events VALUES (event.*);
    IF agent IS NOT NULL THEN
      WITH pending AS (INSERT INTO webhook_cursors AS c (webhook_id, log, seq, head_seq, pending_since)
        SELECT w.id, event.log, event.seq - 1, event.seq, event.at FROM users AS u JOIN webhooks AS w
          ON w.status <> 'ended' AND ${receivesOf('u.agent_id', 'u.account_id')}
        WHERE u.agent_id = agent
      ON CONFLICT (webhook_id, log) DO UPDATE
        SET head_seq = excluded.head_seq, pending_since = coalesce(c.pending_since, excluded.pending_since)
      RETURNING pending_since)
      SELECT count(pg_notify('presage', 'webhooks:pending')) INTO woken FROM pending WHERE pending_since = event.at;
    END IF;
    IF current_setting('synchronous_commit') = 'off' THEN
      SET LOCAL synchronous_commit TO DEFAULT;
    END IF;
  END $$;
  COMMENT ON FUNCTION append_event IS
    'appends the fact that log, type, subject, block and fields state; the update of the log''s head orders commits';

  CREATE OR REPLACE FUNCTION describe_steps(of_execution text, has_ended boolean) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
  DECLARE
    step record;
    records text[];
    fields jsonb := '{}';
  BEGIN
    FOR step IN
      SELECT kind, status, idempotency_key, sha256_hex(body) AS body_sha256, contract_address,
        iso_time(deadline) AS deadline, iso_time(armed_at) AS armed_at, armed_fence::text, send_attempts,
        provider_transaction_id, transaction_hash, block_number, block_hash, failure_reason, CASE WHEN has_ended THEN ARRAY(
          SELECT h.transaction_hash FROM execution_transaction_hashes AS h
          WHERE h.execution_id = s.execution_id AND h.kind = s.kind ORDER BY h.transaction_hash COLLATE "C") END AS hashes
      FROM execution_steps AS s WHERE execution_id = of_execution ORDER BY kind
    LOOP
      records := records || to_json(step)::text;
      IF step.body_sha256 IS NOT NULL THEN
        fields := fields || jsonb_build_object(
          CASE step.kind WHEN 'approve' THEN 'approve_body_sha256' ELSE 'body_sha256' END, step.body_sha256);
      END IF;
    END LOOP;
    RETURN CASE WHEN has_ended THEN fields || jsonb_build_object('steps_sha256', sha256_hex(array_to_string(records, '|')))
      ELSE fields END;
  END $$;
  COMMENT ON FUNCTION describe_steps IS
    'hashes of the bodies that are armed, and at the end of the execution one of all that its steps record';

  CREATE OR REPLACE FUNCTION append_undoing(undone logged_events) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    event logged_events;
  BEGIN
    event.log := undone.log;
    event.type := 'chain.reorganised';
    event.subject_kind := undone.subject_kind;
    event.subject_id := undone.subject_id;
    event.block_number := undone.block_number;
    event.block_hash := undone.block_hash;
    event.undoes := undone.seq;
    PERFORM append_event(event, jsonb_build_object('undoes_seq', undone.seq, 'undoes_id', undone.id,
      'undoes_type', undone.type, 'core_market_id', undone.data::jsonb -> 'core_market_id',
      'market_contract_address', undone.data::jsonb -> 'market_contract_address'));
  END $$;
  COMMENT ON FUNCTION append_undoing IS 'appends that a reorganisation took back an event of the chain';

  -- A head that is being appended to has its turn with the next anchor. No head is waited for, so appends cannot deadlock.
  CREATE OR REPLACE FUNCTION anchor_logs(OUT id bigint, OUT logs integer, OUT previous_hash text, OUT hash text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    last event_anchors;
    list text;
  BEGIN
    LOCK TABLE event_anchors IN SHARE UPDATE EXCLUSIVE MODE;
    SELECT * INTO last FROM event_anchors AS a ORDER BY a.id DESC LIMIT 1;
    IF last.at > now() - interval '50 seconds' THEN
      RETURN;
    END IF;
    WITH head AS MATERIALIZED (
      SELECT log, head_seq FROM event_logs WHERE head_seq > anchored_seq LIMIT 10000 FOR NO KEY UPDATE SKIP LOCKED),
    listed AS (SELECT head.*, e.hash FROM head JOIN logged_events AS e ON e.log = head.log AND e.seq = head.head_seq),
    anchored AS (UPDATE event_logs AS l SET anchored_seq = listed.head_seq FROM listed WHERE l.log = listed.log)
    SELECT count(*), json_agg(json_build_array(l.log, head_seq, l.hash) ORDER BY l.log COLLATE "C")::text
      INTO logs, list FROM listed AS l;
    IF logs > 0 THEN
      INSERT INTO event_anchors AS a (heads, previous_hash, hash)
      VALUES (list, coalesce(last.hash, ''),
        encode(sha256(convert_to(coalesce(last.hash, '') || '|' || list, 'UTF8')), 'hex'))
      RETURNING a.id, a.previous_hash, a.hash INTO id, previous_hash, hash;
    END IF;
  END $$;
  COMMENT ON FUNCTION anchor_logs IS
    'hashes the heads that have changed since the last anchor, once a minute over all callers; no id when it wrote none';

  -- Logs whose oldest event is young or waits for a webhook are left out, so that they do not hide the other logs.
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
    kept_logs := ARRAY(SELECT DISTINCT c.log FROM ${PENDING}
      -- OFFSET 0: the planner would otherwise read all logs.
      CROSS JOIN LATERAL (SELECT oldest_seq, head_seq FROM event_logs WHERE log = c.log OFFSET 0) AS l
      WHERE c.seq < l.oldest_seq AND l.oldest_seq <= l.head_seq);
    FOR expired IN
      SELECT DISTINCT log FROM (
        SELECT log FROM logged_events AS e WHERE at < cutoff AND (log <> ALL (kept_logs) OR at < kept_cutoff)
          AND EXISTS (SELECT FROM event_logs AS l JOIN logged_events AS o ON o.log = l.log AND o.seq = l.oldest_seq
            WHERE l.log = e.log AND o.at < CASE WHEN e.log = ANY (kept_logs) THEN kept_cutoff ELSE cutoff END)
        ORDER BY at LIMIT max_events) AS oldest
    LOOP
      PERFORM FROM event_logs WHERE log = expired.log FOR NO KEY UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      SELECT min(c.seq) INTO kept_after FROM users AS u JOIN ${PENDING} ON ${receivesOf('u.agent_id', 'u.account_id')}
      WHERE u.agent_id = CASE WHEN expired.log LIKE 'agent:%' THEN substr(expired.log, length('agent:') + 1) END
        AND c.log = expired.log;
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
    UPDATE event_anchors SET heads = NULL WHERE heads IS NOT NULL AND at < kept_cutoff;
    RETURN total;
  END $$;
  COMMENT ON FUNCTION expire_events IS
    'deletes the oldest events of logs, none younger than a day; those that a webhook has yet to receive at twice the age; '
    'the hash of the last one stays with the log. Anchors of that age lose their lists';

  CREATE OR REPLACE FUNCTION refuse_unexpired_delete() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.seq >= (SELECT oldest_seq FROM event_logs WHERE log = OLD.log) THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END $$;`;
