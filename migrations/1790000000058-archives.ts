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
      ${KEEP_ARCHIVES}
      ${PERMIT_ARCHIVED}
      ${DELETE_ARCHIVED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM archives WHERE status <> 'writing') THEN
          RAISE EXCEPTION 'there are archives: their executions are only in files';
        END IF;
      END $$;
      CREATE OR REPLACE TRIGGER execution_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON execution_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      DROP TRIGGER execution_events_kept ON execution_events;
      DROP TABLE archived_anchors, archived_executions, archives;
      DROP FUNCTION delete_archived, keep_unarchived, keep_complete_list;`);
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
    file_name text,
    file_sha256 text,
    list_hash text,
    last_anchor_id bigint,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    written_at timestamptz(3),
    deleted_at timestamptz(3),
    CONSTRAINT archives_pkey PRIMARY KEY (id),
    CONSTRAINT archives_month_key UNIQUE (month),
    CONSTRAINT archives_ended_before_check CHECK (ended_before = (month + interval '1 month') AT TIME ZONE 'UTC'),
    CONSTRAINT archives_status_check CHECK (status IN ('writing', 'deleting', 'complete')),
    CONSTRAINT archives_written_check CHECK ((status = 'writing') = (written_at IS NULL)),
    CONSTRAINT archives_file_check CHECK (status = 'writing'
      OR (file_name IS NOT NULL AND file_sha256 IS NOT NULL AND list_hash IS NOT NULL))
  );
  CREATE UNIQUE INDEX archives_one_unfinished ON archives ((true)) WHERE status <> 'complete';
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

/** A complete archive and its list are what is left of its executions. */
const KEEP_ARCHIVES = `
  CREATE TRIGGER archives_kept BEFORE UPDATE OR DELETE ON archives
    FOR EACH ROW WHEN (OLD.status = 'complete') EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER archives_written BEFORE DELETE ON archives
    FOR EACH ROW WHEN (OLD.status <> 'writing') EXECUTE FUNCTION refuse_change();
  CREATE FUNCTION keep_complete_list() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM archives WHERE id = OLD.archive_id AND status = 'complete') THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END $$;
  CREATE TRIGGER archived_executions_kept BEFORE DELETE ON archived_executions
    FOR EACH ROW EXECUTE FUNCTION keep_complete_list();
  CREATE TRIGGER archived_executions_append_only BEFORE UPDATE OR TRUNCATE ON archived_executions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;

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

/**
 * Deletes an intent with all its executions, or nothing of it. The rows are locked before they are compared with the list, in
 * the order in which the engine locks them. The last hash of a history covers all of it.
 */
const DELETE_ARCHIVED = `
  CREATE FUNCTION delete_archived(of_archive integer, after_id uuid, max_executions integer) RETURNS uuid
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    page uuid[];
    intents text[];
    ids text[];
    archive archives;
  BEGIN
    SELECT * INTO archive FROM archives
      WHERE id = of_archive AND status = 'deleting' AND ended_before < now() - interval '7 days' FOR SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'archive % is not being deleted', of_archive USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    page := ARRAY(SELECT execution_id FROM archived_executions WHERE archive_id = of_archive AND execution_id > after_id
      ORDER BY execution_id LIMIT max_executions);
    intents := ARRAY(SELECT DISTINCT intent_id FROM executions
      WHERE id = ANY (SELECT 'agent_execution_' || replace(listed::text, '-', '') FROM unnest(page) AS listed));
    PERFORM FROM agent_intents WHERE id = ANY (intents) ORDER BY id FOR UPDATE;
    PERFORM FROM executions WHERE intent_id = ANY (intents) ORDER BY id FOR UPDATE;
    intents := ARRAY(SELECT i.id FROM agent_intents AS i
      WHERE i.id = ANY (intents) AND i.status IN ('executed', 'failed', 'cancelled') AND NOT EXISTS (
        SELECT FROM executions AS e LEFT JOIN archived_executions AS a
          ON a.execution_id = right(e.id, 32)::uuid AND a.archive_id = of_archive
        WHERE e.intent_id = i.id AND (e.completed_at IS NULL OR e.completed_at >= archive.ended_before
          OR e.readback_due_at IS NOT NULL OR a.history_hash IS DISTINCT FROM decode((SELECT hash
            FROM execution_events AS v WHERE v.execution_id = e.id ORDER BY v.seq DESC LIMIT 1), 'hex'))));
    ids := ARRAY(SELECT id FROM executions WHERE intent_id = ANY (intents));
    DELETE FROM execution_transaction_hashes WHERE execution_id = ANY (ids);
    DELETE FROM execution_steps WHERE execution_id = ANY (ids);
    DELETE FROM execution_events WHERE execution_id = ANY (ids);
    DELETE FROM executions WHERE id = ANY (ids);
    DELETE FROM agent_intents WHERE id = ANY (intents);
    RETURN page[cardinality(page)];
  END $$;
  COMMENT ON FUNCTION delete_archived IS
    'deletes a page of an archive’s executions whose intents are as listed, with all of the intents; returns the last id, or null';`;
