import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ARCHIVE_FUNCTIONS_SQL } from './functions/archives.js';
import { createFunctions } from './functions/index.js';

/** Archives: months whose ended executions are in a file, and no longer in the database. */
export class Archives1795700000010 implements MigrationInterface {
  name = 'Archives1795700000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, ARCHIVE_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM archives WHERE status <> 'writing') THEN
          RAISE EXCEPTION 'there are archives: their executions are only in files';
        END IF;
      END $$;
      DROP TRIGGER executions_kept ON executions;
      DROP TABLE archived_executions, archives;
      DROP FUNCTION intent_key_hash, sha256_of, archived_record, keep_complete_list, keep_unarchived, delete_archived;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE archives (
    id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
    month date NOT NULL,
    ended_before timestamptz(3) NOT NULL,
    status text NOT NULL DEFAULT 'writing',
    run_id uuid NOT NULL,
    executions bigint NOT NULL DEFAULT 0,
    file_name text,
    file_sha256 text,
    list_hash text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    written_at timestamptz(3),
    deleted_at timestamptz(3),
    CONSTRAINT archives_pkey PRIMARY KEY (id),
    CONSTRAINT archives_month_key UNIQUE (month),
    CONSTRAINT archives_ended_before_check CHECK (ended_before = (month + interval '1 month') AT TIME ZONE 'UTC'),
    CONSTRAINT archives_status_check CHECK (status IN ('writing', 'deleting', 'complete')),
    CONSTRAINT archives_written_check CHECK ((status = 'writing') = (written_at IS NULL)),
    CONSTRAINT archives_file_check
      CHECK (status = 'writing' OR (file_name IS NOT NULL AND file_sha256 IS NOT NULL AND list_hash IS NOT NULL))
  );
  CREATE UNIQUE INDEX archives_one_unfinished ON archives ((true)) WHERE status <> 'complete';
  COMMENT ON TABLE archives IS 'months whose ended executions are in a file; from "deleting" on, the file is checked';
  COMMENT ON COLUMN archives.run_id IS 'the run that writes the file; another run takes over with another id';
  COMMENT ON COLUMN archives.list_hash IS
    'covers the archive’s rows of archived_executions and the hash of the archive before';

  CREATE TABLE archived_executions (
    execution_id uuid NOT NULL,
    archive_id integer NOT NULL,
    lane_id uuid NOT NULL,
    ref bytea NOT NULL,
    transaction_hash bytea,
    record_hash bytea NOT NULL,
    key_hash bytea,
    CONSTRAINT archived_executions_pkey PRIMARY KEY (execution_id),
    CONSTRAINT archived_executions_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES archives (id)
  );
  CREATE INDEX archived_executions_ref_idx ON archived_executions USING hash (ref);
  CREATE INDEX archived_executions_key_idx ON archived_executions USING hash (key_hash) WHERE key_hash IS NOT NULL;
  CREATE INDEX archived_executions_archive_id_idx ON archived_executions (archive_id, execution_id);
  COMMENT ON TABLE archived_executions IS
    'what stays of an archived execution, so that its effect on the chain has a record';
  COMMENT ON COLUMN archived_executions.execution_id IS 'the digits of the id';
  COMMENT ON COLUMN archived_executions.transaction_hash IS 'of the effect; null unless it was executed';
  COMMENT ON COLUMN archived_executions.key_hash IS
    'intent_key_hash of its intent, whose request is not carried out a second time; null without a key';
  COMMENT ON COLUMN archived_executions.record_hash IS 'SHA-256 of its archived_record, which the file of the archive has';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER archives_kept BEFORE UPDATE OR DELETE ON archives
    FOR EACH ROW WHEN (OLD.status = 'complete') EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER archives_written BEFORE DELETE ON archives
    FOR EACH ROW WHEN (OLD.status <> 'writing') EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER archived_executions_kept BEFORE DELETE ON archived_executions
    FOR EACH ROW EXECUTE FUNCTION keep_complete_list();
  CREATE TRIGGER archived_executions_append_only BEFORE UPDATE OR TRUNCATE ON archived_executions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER executions_kept BEFORE DELETE ON executions FOR EACH ROW EXECUTE FUNCTION keep_unarchived();`;
