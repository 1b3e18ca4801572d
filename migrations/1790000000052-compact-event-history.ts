import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of executions no longer repeat the hash of the event before, which their own hash covers. Existing events keep
 * it. Locks the table for a moment and rewrites nothing.
 */
export class CompactEventHistory1790000000052 implements MigrationInterface {
  name = 'CompactEventHistory1790000000052';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE execution_events ALTER COLUMN previous_hash DROP NOT NULL;
      COMMENT ON COLUMN execution_events.previous_hash IS 'set on events of older versions only; the hash covers it';
      ${appendFunction({ columns: '', values: '' })}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${appendFunction({ columns: 'previous_hash, ', values: `coalesce(previous.hash, ''), ` })};
      COMMENT ON COLUMN execution_events.previous_hash IS NULL;
      SET LOCAL statement_timeout = 0;
      ALTER TABLE execution_events DISABLE TRIGGER execution_events_append_only;
      UPDATE execution_events AS event SET previous_hash = coalesce((
        SELECT hash FROM execution_events AS before
        WHERE before.execution_id = event.execution_id AND before.seq = event.seq - 1), '')
      WHERE previous_hash IS NULL;
      ALTER TABLE execution_events ENABLE TRIGGER execution_events_append_only;
      ALTER TABLE execution_events ALTER COLUMN previous_hash SET NOT NULL;`);
  }
}

function appendFunction({ columns, values }: { columns: string; values: string }): string {
  return `
      CREATE OR REPLACE FUNCTION append_execution_event(of_execution text, of_type text, with_data text) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        previous record;
        next_seq integer;
        moment timestamptz(3) := clock_timestamp();
      BEGIN
        SELECT seq, hash INTO previous FROM execution_events
          WHERE execution_id = of_execution ORDER BY seq DESC LIMIT 1;
        next_seq := coalesce(previous.seq, 0) + 1;
        INSERT INTO execution_events (execution_id, seq, at, type, data, ${columns}hash)
        VALUES (of_execution, next_seq, moment, of_type, with_data, ${values}
          encode(sha256(convert_to(concat_ws('|', of_execution, next_seq,
            (extract(epoch FROM moment) * 1000)::bigint, of_type, with_data, coalesce(previous.hash, '')), 'UTF8')), 'hex'));
      END $$;`;
}
