import type { MigrationInterface, QueryRunner } from 'typeorm';
import { EVENT_FUNCTIONS_SQL } from './functions/events.js';
import { FACT_FUNCTIONS_SQL } from './functions/facts.js';
import { createFunctions } from './functions/index.js';

/**
 * A log of events for each agent and each market. Deferred triggers of the tables that hold the facts append to it, with the
 * privileges of the owner: no process can write an event without its fact.
 */
export class Events1795700000008 implements MigrationInterface {
  name = 'Events1795700000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, EVENT_FUNCTIONS_SQL, FACT_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION log_intent, log_execution, log_step, log_wallet, log_budget, log_refused_budget, log_chain_event,
        log_undone_chain_event, log_missing_chain_events CASCADE;
      DROP FUNCTION append_event, append_undoing, anchor_logs, expire_events, canonical_json, describe_steps, described_by;
      DROP TABLE event_anchors, logged_events, event_logs;
      DROP FUNCTION refuse_unexpired_delete;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE event_logs (
    log text NOT NULL,
    head_seq bigint NOT NULL DEFAULT 0,
    oldest_seq bigint NOT NULL DEFAULT 1,
    expired_hash text,
    expired_block bigint,
    anchored_seq bigint NOT NULL DEFAULT 0,
    CONSTRAINT event_logs_pkey PRIMARY KEY (log)
  ) WITH (fillfactor = 50);
  COMMENT ON COLUMN event_logs.log IS 'agent:<agent id> or market:<market id>';
  COMMENT ON COLUMN event_logs.expired_hash IS 'hash of the last deleted event; null: none is deleted';
  COMMENT ON COLUMN event_logs.expired_block IS 'highest block of deleted events: its events are not logged again';

  COMMENT ON COLUMN event_logs.anchored_seq IS 'head_seq in the newest anchor that has the log';

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
    hash text NOT NULL,
    CONSTRAINT logged_events_pkey PRIMARY KEY (log, seq)
  );
  CREATE INDEX logged_events_at_idx ON logged_events (at);
  CREATE INDEX logged_events_chain_idx ON logged_events (block_number, log_index) WHERE log_index IS NOT NULL;
  CREATE INDEX logged_events_undoes_idx ON logged_events (log, undoes) WHERE undoes IS NOT NULL;
  COMMENT ON COLUMN logged_events.data IS 'canonical JSON (RFC 8785), kept as the text that was hashed';
  COMMENT ON COLUMN logged_events.undoes IS 'seq of the event of the log that a reorganisation took back';

  CREATE TABLE event_anchors (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    at timestamptz(3) NOT NULL DEFAULT now(),
    heads text,
    previous_hash text NOT NULL,
    hash text NOT NULL,
    CONSTRAINT event_anchors_pkey PRIMARY KEY (id)
  );
  CREATE INDEX event_anchors_listing_idx ON event_anchors (at) WHERE heads IS NOT NULL;
  COMMENT ON TABLE event_anchors IS
    'append-only; each hashes the heads of logs that have changed since the one before, so that rewritten logs show';
  COMMENT ON COLUMN event_anchors.heads IS
    'JSON list of [log, seq, hash], kept as the text that was hashed; null once its events have expired';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER logged_events_append_only BEFORE UPDATE OR TRUNCATE ON logged_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER logged_events_delete_expired BEFORE DELETE ON logged_events
    FOR EACH ROW EXECUTE FUNCTION refuse_unexpired_delete();
  CREATE TRIGGER event_logs_kept BEFORE DELETE OR TRUNCATE ON event_logs
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER event_anchors_kept BEFORE DELETE OR TRUNCATE ON event_anchors
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER event_anchors_append_only BEFORE UPDATE ON event_anchors FOR EACH ROW
    WHEN (NEW.heads IS NOT NULL OR OLD.at > now() - interval '1 day'
      OR (NEW.id, NEW.at, NEW.previous_hash, NEW.hash) IS DISTINCT FROM (OLD.id, OLD.at, OLD.previous_hash, OLD.hash))
    EXECUTE FUNCTION refuse_change();
  CREATE CONSTRAINT TRIGGER agent_intents_previewed AFTER INSERT ON agent_intents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status IN ('preview', 'executing')) EXECUTE FUNCTION log_intent();
  CREATE CONSTRAINT TRIGGER agent_intents_moved AFTER UPDATE OF status ON agent_intents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.status <> OLD.status AND NEW.status IN ('confirmed', 'cancelled'))
    EXECUTE FUNCTION log_intent();
  CREATE CONSTRAINT TRIGGER agent_intents_refused AFTER UPDATE OF budget_refusal ON agent_intents
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.budget_refusal IS NOT NULL AND NEW.budget_refusal IS DISTINCT FROM OLD.budget_refusal)
    EXECUTE FUNCTION log_refused_budget();
  CREATE CONSTRAINT TRIGGER executions_queued AFTER INSERT ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'queued') EXECUTE FUNCTION log_execution();
  CREATE CONSTRAINT TRIGGER executions_moved AFTER UPDATE ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (CASE WHEN NEW.status <> OLD.status THEN NEW.status IN ('broadcast', 'unknown', 'executed', 'failed', 'cancelled')
      ELSE NEW.status = 'executed' AND NEW.readback IS DISTINCT FROM OLD.readback END)
    EXECUTE FUNCTION log_execution();
  -- Facts that no event of the execution states. The usual way of a step, armed, sent and done, writes none.
  CREATE CONSTRAINT TRIGGER execution_steps_moved AFTER UPDATE ON execution_steps
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.status <> 'planned' AND (NEW.status = 'planned' OR NEW.body <> OLD.body)
      OR OLD.status = 'mined' AND NEW.status = 'sent'
      OR NEW.kind = 'approve' AND NEW.status = 'done' AND OLD.status <> 'done' AND NEW.transaction_hash IS NOT NULL
      OR NEW.provider_state = 'SEAL_VIOLATED' AND NEW.provider_state IS DISTINCT FROM OLD.provider_state)
    EXECUTE FUNCTION log_step();
  CREATE CONSTRAINT TRIGGER executions_stake_reserved AFTER INSERT ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.budgeted) EXECUTE FUNCTION log_budget();
  CREATE CONSTRAINT TRIGGER executions_stake_moved AFTER UPDATE OF status ON executions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.budgeted AND NEW.status <> OLD.status
      AND (NEW.status IN ('executed', 'failed', 'cancelled') OR OLD.status = 'executed'))
    EXECUTE FUNCTION log_budget();
  CREATE CONSTRAINT TRIGGER agent_wallets_created AFTER INSERT ON agent_wallets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_wallet();
  CREATE CONSTRAINT TRIGGER agent_wallets_changed AFTER UPDATE ON agent_wallets
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_wallet();
  CREATE CONSTRAINT TRIGGER chain_events_logged AFTER INSERT ON chain_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION log_chain_event();
  CREATE CONSTRAINT TRIGGER chain_events_undone AFTER DELETE ON chain_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (current_setting('presage.rebuilding', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION log_undone_chain_event();
  CREATE TRIGGER chain_index_advanced AFTER UPDATE OF block_number ON chain_index
    FOR EACH ROW WHEN (NEW.block_number > coalesce(OLD.block_number, -1)) EXECUTE FUNCTION log_missing_chain_events();`;
