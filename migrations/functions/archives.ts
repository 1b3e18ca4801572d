/** A complete archive and its list are what is left of its executions. */
export const ARCHIVE_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION intent_key_hash(agent_id text, source_client text, client_request_id text) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN client_request_id IS NOT NULL THEN sha256(convert_to(
      json_build_array(agent_id, coalesce(source_client, ''), client_request_id)::text, 'UTF8')) END
  $$;
  COMMENT ON FUNCTION intent_key_hash IS 'SHA-256 of an idempotency key; null without one';

  CREATE OR REPLACE FUNCTION sha256_of(record jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT sha256(convert_to(record::text, 'UTF8'))
  $$;

  CREATE OR REPLACE FUNCTION archived_record(e executions) RETURNS jsonb LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
    SELECT to_jsonb(e) || jsonb_build_object('steps', coalesce(jsonb_agg((to_jsonb(s) - 'execution_id') || jsonb_build_object(
      'allowance_base_units', s.allowance_base_units::text,
      'transaction_hashes', (SELECT jsonb_agg(to_jsonb(h) - ARRAY['execution_id', 'kind'] ORDER BY h.seen_at, h.transaction_hash)
        FROM execution_transaction_hashes AS h WHERE h.execution_id = s.execution_id AND h.kind = s.kind)) ORDER BY s.kind), '[]'))
    FROM execution_steps AS s WHERE s.execution_id = e.id
  $$;
  COMMENT ON FUNCTION archived_record IS 'an execution with its steps and their transaction hashes, as an archive''s file has it';

  CREATE OR REPLACE FUNCTION keep_complete_list() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM archives WHERE id = OLD.archive_id AND status = 'complete') THEN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END $$;

  -- Deleting needs an execution that an archive has, whose file is written.
  CREATE OR REPLACE FUNCTION keep_unarchived() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM archived_executions AS a JOIN archives AS archive ON archive.id = a.archive_id
        WHERE a.execution_id = right(OLD.id, 32)::uuid AND archive.status = 'deleting') THEN
      RAISE EXCEPTION '% is not archived', OLD.id USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN OLD;
  END $$;

  -- Deletes an intent with all its executions, or nothing of it. The rows are locked before they are compared with the list,
  -- in the order in which the engine locks them.
  CREATE OR REPLACE FUNCTION delete_archived(of_archive integer, after_id uuid, max_executions integer) RETURNS uuid
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
          OR e.readback_due_at IS NOT NULL OR a.record_hash IS DISTINCT FROM sha256_of(archived_record(e)))));
    ids := ARRAY(SELECT id FROM executions WHERE intent_id = ANY (intents));
    DELETE FROM execution_transaction_hashes WHERE execution_id = ANY (ids);
    DELETE FROM execution_steps WHERE execution_id = ANY (ids);
    DELETE FROM executions WHERE id = ANY (ids);
    DELETE FROM agent_intents WHERE id = ANY (intents);
    RETURN page[cardinality(page)];
  END $$;
  COMMENT ON FUNCTION delete_archived IS
    'deletes a page of an archive’s executions whose intents are as listed, with all of the intents; returns the last id, or null';`;
