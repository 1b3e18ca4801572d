import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of the logs no longer repeat the hash of the event before, which their own hash covers. Existing events keep it.
 * Locks the table for a moment and rewrites nothing.
 */
export class CompactEventLogs1790000000058 implements MigrationInterface {
  name = 'CompactEventLogs1790000000058';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      COMMENT ON COLUMN logged_events.previous_hash IS 'set on events of older versions only; the hash covers it';
      ${appendFunction({ stored: 'NULL' })}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL statement_timeout = 0;
      ${appendFunction({ stored: 'previous' })}
      COMMENT ON COLUMN logged_events.previous_hash IS NULL;
      ALTER TABLE logged_events DISABLE TRIGGER logged_events_append_only;
      UPDATE logged_events AS event SET previous_hash = coalesce(
        (SELECT hash FROM logged_events AS before WHERE before.log = event.log AND before.seq = event.seq - 1),
        (SELECT expired_hash FROM event_logs AS l WHERE l.log = event.log AND l.oldest_seq = event.seq))
      WHERE previous_hash IS NULL;
      ALTER TABLE logged_events ENABLE TRIGGER logged_events_append_only;`);
  }
}

/** @param stored expression of the column `previous_hash` */
function appendFunction({ stored }: { stored: string }): string {
  return `
      CREATE OR REPLACE FUNCTION append_event(event logged_events, fields jsonb) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        previous text;
      BEGIN
        LOOP
          SELECT head_seq + 1, head_hash INTO event.seq, previous FROM event_logs
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
          '","previous_hash":', coalesce('"' || previous || '"', 'null'), ',"seq":', event.seq,
          ',"subject":{"id":', to_json(event.subject_id), ',"kind":"', event.subject_kind,
          '"},"type":"', event.type, '"}'), 'UTF8')), 'hex');
        event.previous_hash := ${stored};
        INSERT INTO logged_events VALUES (event.*);
        UPDATE event_logs SET head_seq = event.seq, head_hash = event.hash WHERE log = event.log;
        IF current_setting('synchronous_commit') = 'off' THEN
          SET LOCAL synchronous_commit TO DEFAULT;
        END IF;
      END $$;`;
}
