import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Log of operators' commands. */
export class AuditLog1790000000013 implements MigrationInterface {
  name = 'AuditLog1790000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        run_id uuid NOT NULL,
        at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        actor text NOT NULL,
        command text NOT NULL,
        arguments text[] NOT NULL,
        outcome text NOT NULL,
        detail text NOT NULL DEFAULT '',
        CONSTRAINT audit_log_pkey PRIMARY KEY (id),
        CONSTRAINT audit_log_run_id_outcome_key UNIQUE (run_id, outcome),
        CONSTRAINT audit_log_outcome_check CHECK (outcome IN ('begun', 'done', 'refused', 'failed'))
      );
      CREATE INDEX audit_log_at_idx ON audit_log (at);
      COMMENT ON TABLE audit_log IS
        'append-only; a run has a row before it changes anything and one at its end, so one that was cut off shows';
      COMMENT ON COLUMN audit_log.actor IS 'the operating system’s user, or whom the operator named';
      COMMENT ON COLUMN audit_log.arguments IS 'as typed; no command takes a secret';
      CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
