import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Archives: months whose ended executions are in a file, and no longer in the database. Locks writers of execution events out
 * for a moment, and rewrites nothing.
 */
export class Archives1790000000058 implements MigrationInterface {
  name = 'Archives1790000000058';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${TABLES}
      ${PERMIT_ARCHIVED}
      ${DELETE_ARCHIVED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM archives) THEN RAISE EXCEPTION 'archived executions are only in files'; END IF;
      END $$;
      CREATE OR REPLACE TRIGGER execution_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON execution_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      DROP TRIGGER execution_events_kept ON execution_events;
      DROP FUNCTION delete_archived, keep_unarchived;
      DROP TABLE archived_anchors, archived_executions, archives;`);
  }
}

const TABLES = `
  CREATE TABLE archives (
    id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
    month date NOT NULL,
    ended_before timestamptz(3) NOT NULL,
    status text NOT NULL DEFAULT 'writing',
    run_id uuid NOT NULL,
    executions bigint NOT NULL DEFAULT 0,
    events bigint NOT NULL DEFAULT 0,
    file_name text,
    file_sha256 text,
    list_hash text,
    last_anchor_id bigint,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    written_at timestamptz(3),
    deleted_at timestamptz(3),
    CONSTRAINT archives_pkey PRIMARY KEY (id),
    CONSTRAINT archives_month_key UNIQUE (month),
    CONSTRAINT archives_status_check CHECK (status IN ('writing', 'deleting', 'complete')),
    CONSTRAINT archives_written_check CHECK ((status = 'writing') = (written_at IS NULL)),
    CONSTRAINT archives_file_check CHECK (status = 'writing'
      OR (file_name IS NOT NULL AND file_sha256 IS NOT NULL AND list_hash IS NOT NULL))
  );
  COMMENT ON TABLE archives IS 'months whose ended executions are in a file; from "deleting" on, the file is checked';
  COMMENT ON COLUMN archives.run_id IS 'the run that writes the file; another run takes over with another id';
  COMMENT ON COLUMN archives.last_anchor_id IS 'last anchor whose period began before the end of the month';
  COMMENT ON COLUMN archives.list_hash IS 'covers the archive’s rows of archived_executions and the hash of the archive before';

  CREATE TABLE archived_executions (
    execution_id uuid NOT NULL,
    archive_id integer NOT NULL,
    lane_id uuid NOT NULL,
    ref bytea NOT NULL,
    transaction_hash bytea,
    history_hash bytea NOT NULL,
    CONSTRAINT archived_executions_pkey PRIMARY KEY (execution_id),
    CONSTRAINT archived_executions_archive_id_fkey FOREIGN KEY (archive_id) REFERENCES archives (id)
  );
  CREATE INDEX archived_executions_ref_idx ON archived_executions USING hash (ref);
  CREATE INDEX archived_executions_archive_id_idx ON archived_executions (archive_id, execution_id);
  COMMENT ON TABLE archived_executions IS 'what stays of an archived execution, so that its effect on the chain has a record';
  COMMENT ON COLUMN archived_executions.execution_id IS 'the digits of the id';
  COMMENT ON COLUMN archived_executions.transaction_hash IS 'of the effect; null unless it was executed';
  COMMENT ON COLUMN archived_executions.history_hash IS 'of its last event, which covers all of them';

  CREATE TABLE archived_anchors (
    anchor_id bigint NOT NULL,
    events integer NOT NULL,
    hash text NOT NULL,
    CONSTRAINT archived_anchors_pkey PRIMARY KEY (anchor_id)
  );
  COMMENT ON TABLE archived_anchors IS
    'number and hash of the events that stay of an anchor’s period before the last archived month; no row without any';`;

/** Deleting needs an execution that an archive has, whose file is written. */
const PERMIT_ARCHIVED = `
  CREATE FUNCTION keep_unarchived() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM archived_executions AS a JOIN archives AS archive ON archive.id = a.archive_id
        WHERE a.execution_id = right(OLD.execution_id, 32)::uuid AND archive.status = 'deleting') THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END $$;
  CREATE OR REPLACE TRIGGER execution_events_append_only BEFORE UPDATE OR TRUNCATE ON execution_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER execution_events_kept BEFORE DELETE ON execution_events
    FOR EACH ROW EXECUTE FUNCTION keep_unarchived();`;

/** The last hash of a history covers all of it, so that an execution that differs from the archived one is not deleted. */
const DELETE_ARCHIVED = `
  CREATE FUNCTION delete_archived(of_archive integer, after_id uuid, max_executions integer) RETURNS uuid
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    page uuid[];
    ids text[];
    intents text[];
  BEGIN
    PERFORM FROM archives WHERE id = of_archive AND status = 'deleting' FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'archive % is not being deleted', of_archive USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    page := ARRAY(SELECT execution_id FROM archived_executions WHERE archive_id = of_archive AND execution_id > after_id
      ORDER BY execution_id LIMIT max_executions);
    SELECT array_agg(e.id), array_agg(DISTINCT e.intent_id) INTO ids, intents
    FROM executions AS e JOIN archived_executions AS a ON a.execution_id = right(e.id, 32)::uuid
    WHERE e.id = ANY (SELECT 'agent_execution_' || replace(listed::text, '-', '') FROM unnest(page) AS listed)
      AND e.completed_at IS NOT NULL AND a.history_hash = decode((SELECT hash FROM execution_events AS v
        WHERE v.execution_id = e.id ORDER BY v.seq DESC LIMIT 1), 'hex')
      AND EXISTS (SELECT FROM agent_intents AS i
        WHERE i.id = e.intent_id AND i.status IN ('executed', 'failed', 'cancelled') FOR UPDATE);
    DELETE FROM execution_transaction_hashes WHERE execution_id = ANY (ids);
    DELETE FROM execution_steps WHERE execution_id = ANY (ids);
    DELETE FROM execution_events WHERE execution_id = ANY (ids);
    DELETE FROM executions WHERE id = ANY (ids);
    DELETE FROM agent_intents AS i WHERE i.id = ANY (intents)
      AND NOT EXISTS (SELECT FROM executions AS e WHERE e.intent_id = i.id);
    RETURN page[cardinality(page)];
  END $$;
  COMMENT ON FUNCTION delete_archived IS
    'deletes a page of an archive’s executions that are as archived, with intents that have no other; returns the last id, or null';`;
