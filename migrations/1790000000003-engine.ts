import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The execution engine: lanes, executions, steps, and an append-only event history of each execution. */
export class Engine1790000000003 implements MigrationInterface {
  name = 'Engine1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lanes (
        id uuid NOT NULL,
        version bigint NOT NULL DEFAULT 1,
        seen_version bigint NOT NULL DEFAULT 0,
        wake_at timestamptz(3),
        fence bigint NOT NULL DEFAULT 0,
        lease_until timestamptz(3),
        CONSTRAINT lanes_pkey PRIMARY KEY (id),
        CONSTRAINT lanes_id_fkey FOREIGN KEY (id) REFERENCES agent_wallets (id)
      ) WITH (fillfactor = 50);
      CREATE INDEX lanes_wake_at_idx ON lanes (wake_at) WHERE wake_at IS NOT NULL;
      COMMENT ON COLUMN lanes.id IS 'the wallet: one wallet is one lane';
      COMMENT ON COLUMN lanes.version IS 'grows with whatever changes what the lane can do; seen_version is what its last holder knew';
      COMMENT ON COLUMN lanes.wake_at IS 'when the lane is due; while it is leased, when the lease would run out';
      COMMENT ON COLUMN lanes.fence IS 'grows with every lease; a write under an older fence is refused';

      CREATE TABLE executions (
        id text NOT NULL,
        seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        intent_id text NOT NULL,
        agent_id text NOT NULL,
        lane_id uuid NOT NULL,
        agent_wallet_address text NOT NULL,
        action text NOT NULL,
        attempt integer NOT NULL,
        status text NOT NULL DEFAULT 'queued',
        ref text NOT NULL,
        market_contract_address text,
        broadcast_performed boolean NOT NULL DEFAULT false,
        approve_transaction_hash text,
        transaction_hash text,
        readback jsonb,
        readback_due_at timestamptz(3),
        error_code text,
        error_message text,
        retry_safe boolean,
        waiting_for text,
        tries integer NOT NULL DEFAULT 0,
        request_id text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        completed_at timestamptz(3),
        CONSTRAINT executions_pkey PRIMARY KEY (id),
        CONSTRAINT executions_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES agent_intents (id),
        CONSTRAINT executions_lane_id_fkey FOREIGN KEY (lane_id) REFERENCES lanes (id),
        CONSTRAINT executions_attempt_key UNIQUE (intent_id, attempt),
        CONSTRAINT executions_status_check CHECK (status IN
          ('queued', 'submitting', 'broadcast', 'unknown', 'executed', 'failed', 'cancelled')),
        CONSTRAINT executions_waiting_for_check CHECK (waiting_for IN ('lane', 'block', 'provider', 'gas', 'paused')),
        CONSTRAINT executions_completed_check
          CHECK ((completed_at IS NOT NULL) = (status IN ('executed', 'failed', 'cancelled')))
      );
      CREATE UNIQUE INDEX executions_one_live_key ON executions (intent_id)
        WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown');
      CREATE INDEX executions_lane_queue_idx ON executions (lane_id, seq)
        WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown');
      CREATE INDEX executions_readback_due_idx ON executions (readback_due_at) WHERE readback_due_at IS NOT NULL;
      CREATE INDEX executions_agent_id_idx ON executions (agent_id, created_at, id);
      COMMENT ON COLUMN executions.seq IS 'the order of acceptance, which is the order within a lane';
      COMMENT ON COLUMN executions.ref IS 'keccak256 of the intent id: the chain refuses a second effect under it';
      COMMENT ON COLUMN executions.tries IS 'failed tries before arming, for the backoff';

      CREATE TABLE execution_steps (
        execution_id text NOT NULL,
        kind text NOT NULL,
        status text NOT NULL DEFAULT 'planned',
        idempotency_key uuid,
        body text,
        body_hash text,
        call_data text,
        contract_address text,
        deadline timestamptz(0),
        armed_at timestamptz(3),
        armed_fence bigint,
        send_attempts integer NOT NULL DEFAULT 0,
        last_sent_at timestamptz(3),
        provider_transaction_id uuid,
        provider_state text,
        transaction_hash text,
        block_number bigint,
        block_hash text,
        failure_reason text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT execution_steps_pkey PRIMARY KEY (execution_id, kind),
        CONSTRAINT execution_steps_execution_id_fkey FOREIGN KEY (execution_id) REFERENCES executions (id),
        CONSTRAINT execution_steps_kind_check CHECK (kind IN ('approve', 'main')),
        CONSTRAINT execution_steps_status_check
          CHECK (status IN ('planned', 'armed', 'sent', 'mined', 'done', 'failed', 'unknown')),
        CONSTRAINT execution_steps_armed_check
          CHECK (status NOT IN ('armed', 'sent', 'unknown') OR (idempotency_key IS NOT NULL AND body IS NOT NULL)),
        CONSTRAINT execution_steps_idempotency_key_key UNIQUE (idempotency_key)
      );
      COMMENT ON COLUMN execution_steps.body IS 'the canonical request, stored before it is first sent and repeated to the byte';

      CREATE TABLE execution_transaction_hashes (
        execution_id text NOT NULL,
        kind text NOT NULL,
        transaction_hash text NOT NULL,
        seen_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT execution_transaction_hashes_pkey PRIMARY KEY (execution_id, kind, transaction_hash),
        CONSTRAINT execution_transaction_hashes_step_fkey
          FOREIGN KEY (execution_id, kind) REFERENCES execution_steps (execution_id, kind)
      );

      CREATE TABLE execution_events (
        execution_id text NOT NULL,
        seq integer NOT NULL,
        at timestamptz(3) NOT NULL,
        type text NOT NULL,
        data text NOT NULL,
        previous_hash text NOT NULL,
        hash text NOT NULL,
        CONSTRAINT execution_events_pkey PRIMARY KEY (execution_id, seq),
        CONSTRAINT execution_events_execution_id_fkey FOREIGN KEY (execution_id) REFERENCES executions (id)
      );
      CREATE INDEX execution_events_at_idx ON execution_events (at);

      COMMENT ON TABLE execution_events IS 'append-only; each row hashes the one before it, so a changed or missing one shows';
      COMMENT ON COLUMN execution_events.data IS 'canonical JSON, kept as the text that was hashed';

      CREATE FUNCTION append_execution_event(of_execution text, of_type text, with_data text) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        previous record;
        next_seq integer;
        moment timestamptz(3) := clock_timestamp();
      BEGIN
        SELECT seq, hash INTO previous FROM execution_events
          WHERE execution_id = of_execution ORDER BY seq DESC LIMIT 1;
        next_seq := coalesce(previous.seq, 0) + 1;
        INSERT INTO execution_events (execution_id, seq, at, type, data, previous_hash, hash)
        VALUES (of_execution, next_seq, moment, of_type, with_data, coalesce(previous.hash, ''),
          encode(sha256(convert_to(concat_ws('|', of_execution, next_seq,
            (extract(epoch FROM moment) * 1000)::bigint, of_type, with_data, coalesce(previous.hash, '')), 'UTF8')), 'hex'));
      END $$;

      CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
      END $$;
      CREATE TRIGGER execution_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON execution_events
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      CREATE TABLE execution_pauses (
        scope text NOT NULL,
        paused boolean NOT NULL DEFAULT false,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT execution_pauses_pkey PRIMARY KEY (scope)
      );
      COMMENT ON TABLE execution_pauses IS
        'one row for all actions and one for each: they always exist, so that arming can lock the row it depends on';
      INSERT INTO execution_pauses (scope) VALUES ('global'), ('create_market'), ('buy_yes'), ('buy_no'),
        ('close_market'), ('resolve_market'), ('claim_payout'), ('cancel_market'), ('claim_refund');

      CREATE TABLE provider_accounts (
        id text NOT NULL,
        configured boolean NOT NULL DEFAULT false,
        breaker_open boolean NOT NULL DEFAULT false,
        probe_at timestamptz(3),
        tokens double precision NOT NULL DEFAULT 0,
        refilled_at timestamptz NOT NULL DEFAULT now(),
        wallet_set_key uuid,
        wallet_set_id uuid,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT provider_accounts_pkey PRIMARY KEY (id)
      );
      COMMENT ON COLUMN provider_accounts.configured IS 'said by a worker at its start; the API holds no credential to judge by';
      COMMENT ON COLUMN provider_accounts.tokens IS 'the bucket that all workers draw their writes from';
      INSERT INTO provider_accounts (id) VALUES ('default');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE provider_accounts, execution_pauses, execution_events, execution_transaction_hashes, execution_steps,
        executions, lanes;
      DROP FUNCTION refuse_change, append_execution_event;
    `);
  }
}
