import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A log of events for each agent and each market. Deferred triggers of the tables that hold the facts append to it, with the
 * privileges of the owner: no process can write an event without its fact. Facts from before the migrations have no events.
 */
export class EventLogs1790000000043 implements MigrationInterface {
  name = 'EventLogs1790000000043';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(APPENDING);
    await runner.query(PROTECTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION expire_events, append_event, single_line;
      DROP TABLE logged_events, event_logs;
      DROP FUNCTION refuse_unexpired_delete;
    `);
  }
}

const TABLES = `
  CREATE TABLE event_logs (
    log text NOT NULL,
    head_seq bigint NOT NULL DEFAULT 0,
    head_hash text,
    oldest_seq bigint NOT NULL DEFAULT 1,
    expired_hash text,
    expired_block bigint,
    CONSTRAINT event_logs_pkey PRIMARY KEY (log)
  ) WITH (fillfactor = 50);
  COMMENT ON COLUMN event_logs.log IS 'agent:<agent id> or market:<market id>';
  COMMENT ON COLUMN event_logs.expired_hash IS 'hash of the last deleted event; null: none is deleted';
  COMMENT ON COLUMN event_logs.expired_block IS 'highest block of deleted events: its events are not logged again';

  CREATE TABLE logged_events (
    log text NOT NULL,
    seq bigint NOT NULL,
    id text NOT NULL,
    type text NOT NULL,
    at timestamptz(3) NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    data text NOT NULL,
    block_number bigint,
    block_hash text,
    log_index integer,
    undoes bigint,
    previous_hash text,
    hash text NOT NULL,
    CONSTRAINT logged_events_pkey PRIMARY KEY (log, seq)
  );
  CREATE INDEX logged_events_at_idx ON logged_events (at);
  CREATE INDEX logged_events_chain_idx ON logged_events (block_number, log_index) WHERE log_index IS NOT NULL;
  CREATE INDEX logged_events_undoes_idx ON logged_events (log, undoes) WHERE undoes IS NOT NULL;
  COMMENT ON COLUMN logged_events.data IS 'canonical JSON (RFC 8785), kept as the text that was hashed';
  COMMENT ON COLUMN logged_events.undoes IS 'seq of the event of the log that a reorganisation took back';`;

export const APPEND_EVENT = `
  CREATE FUNCTION append_event(event logged_events, fields jsonb) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    LOOP
      SELECT head_seq + 1, head_hash INTO event.seq, event.previous_hash FROM event_logs
        WHERE log = event.log FOR NO KEY UPDATE;
      EXIT WHEN FOUND;
      INSERT INTO event_logs (log) VALUES (event.log) ON CONFLICT DO NOTHING;
    END LOOP;
    event.at := clock_timestamp()::timestamptz(3);
    event.id := 'event_' || replace(gen_random_uuid()::text, '-', '');
    SELECT '{' || string_agg(to_json(key)::text || ':' || CASE jsonb_typeof(value)
        WHEN 'array' THEN (SELECT '[' || coalesce(string_agg(item::text, ',' ORDER BY place), '') || ']'
          FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
        ELSE value::text END, ',' ORDER BY key COLLATE "C") || '}'
      INTO event.data FROM jsonb_each(fields);
    event.hash := encode(sha256(convert_to(concat(
      '{"at":"', to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      '","block":', CASE WHEN event.block_number IS NULL THEN 'null'
        ELSE concat('{"hash":"', event.block_hash, '","number":', event.block_number, '}') END,
      ',"data":', event.data, ',"id":"', event.id,
      '","previous_hash":', coalesce('"' || event.previous_hash || '"', 'null'), ',"seq":', event.seq,
      ',"subject":{"id":', to_json(event.subject_id), ',"kind":"', event.subject_kind,
      '"},"type":"', event.type, '"}'), 'UTF8')), 'hex');
    INSERT INTO logged_events VALUES (event.*);
    UPDATE event_logs SET head_seq = event.seq, head_hash = event.hash WHERE log = event.log;
    IF current_setting('synchronous_commit') = 'off' THEN
      SET LOCAL synchronous_commit TO DEFAULT;
    END IF;
  END $$;`;

/**
 * Fields are scalars and lists of scalars; numbers are integers. PostgreSQL escapes strings as RFC 8785 does. The commit of
 * an event is synchronous: a server crash must not take back what a client may have read.
 */
const APPENDING = `
  CREATE FUNCTION single_line(creators_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN creators_text ~ '^[ -~]*$' THEN creators_text ELSE
      regexp_replace(regexp_replace(creators_text, '[\\t\\n\\v\\f\\r\\u0085]+', ' ', 'g'),
        '[\\u0001-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]', '', 'g') END
  $$;
  COMMENT ON FUNCTION single_line IS 'a creator''s text without line breaks, control and direction characters';

${APPEND_EVENT}
  COMMENT ON FUNCTION append_event IS
    'appends the fact that log, type, subject, block and fields state; the lock on the log''s head orders commits';
  REVOKE EXECUTE ON FUNCTION append_event FROM PUBLIC;`;

const PROTECTION = `
  CREATE FUNCTION refuse_unexpired_delete() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.seq >= (SELECT oldest_seq FROM event_logs WHERE log = OLD.log) THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END $$;
  CREATE TRIGGER logged_events_append_only BEFORE UPDATE OR TRUNCATE ON logged_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER logged_events_delete_expired BEFORE DELETE ON logged_events
    FOR EACH ROW EXECUTE FUNCTION refuse_unexpired_delete();
  CREATE TRIGGER event_logs_kept BEFORE DELETE OR TRUNCATE ON event_logs
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

  CREATE FUNCTION expire_events(min_age_days integer, max_events integer) RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    cutoff timestamptz := now() - greatest(min_age_days, 1) * interval '1 day';
    expired record;
    last record;
    deleted bigint := 0;
    total bigint := 0;
  BEGIN
    FOR expired IN
      SELECT DISTINCT log FROM (SELECT log FROM logged_events WHERE at < cutoff ORDER BY at LIMIT max_events) AS oldest
    LOOP
      PERFORM FROM event_logs WHERE log = expired.log FOR NO KEY UPDATE SKIP LOCKED;
      CONTINUE WHEN NOT FOUND;
      SELECT max(seq) AS seq, max(block_number) AS block_number INTO last FROM (
        SELECT seq, block_number, at FROM logged_events WHERE log = expired.log ORDER BY seq LIMIT max_events) AS oldest
      WHERE at < cutoff;
      UPDATE event_logs SET oldest_seq = last.seq + 1, expired_block = greatest(expired_block, last.block_number),
        expired_hash = (SELECT hash FROM logged_events WHERE log = expired.log AND seq = last.seq)
      WHERE log = expired.log AND last.seq IS NOT NULL;
      DELETE FROM logged_events WHERE log = expired.log AND seq <= last.seq;
      GET DIAGNOSTICS deleted = ROW_COUNT;
      total := total + deleted;
      EXIT WHEN total >= max_events;
    END LOOP;
    RETURN total;
  END $$;
  COMMENT ON FUNCTION expire_events IS
    'deletes the oldest events of logs, none younger than a day; the hash of the last one stays with the log';
  REVOKE EXECUTE ON FUNCTION expire_events FROM PUBLIC;`;
