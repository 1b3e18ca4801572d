import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ENGINE_FUNCTIONS_SQL } from './functions/engine.js';
import { createFunctions } from './functions/index.js';

/** The execution engine: lanes, executions and steps. */
export class Engine1795700000005 implements MigrationInterface {
  name = 'Engine1795700000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, ENGINE_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE lost_effects, engine_cluster, execution_pauses, execution_transaction_hashes, execution_steps, executions, lanes;
      DROP FUNCTION set_lane_account, account_of_lane, lock_lane, find_send_place, has_unpaused, find_rival_claim, lock_pauses, lock_pause_change;`);
  }
}

const TABLES_SQL = `
  -- Due times have microseconds: milliseconds would round half of them up, and a worker woken early would find nothing due.
  CREATE TABLE lanes (
    id uuid NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    seen_version bigint NOT NULL DEFAULT 0,
    wake_at timestamptz,
    fence bigint NOT NULL DEFAULT 0,
    lease_until timestamptz(3),
    wait_block bigint,
    has_room boolean NOT NULL DEFAULT false,
    token_due_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    quarantined_at timestamptz(3),
    has_send_slot boolean NOT NULL DEFAULT false,
    account_id uuid,
    send_round bigint,
    send_queued_at timestamptz,
    spent numeric NOT NULL DEFAULT 0,
    CONSTRAINT lanes_pkey PRIMARY KEY (id),
    CONSTRAINT lanes_id_fkey FOREIGN KEY (id) REFERENCES agent_wallets (id)
  ) WITH (fillfactor = 50);
  CREATE INDEX lanes_wake_at_idx ON lanes (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX lanes_wait_block_idx ON lanes (wait_block) WHERE wait_block IS NOT NULL;
  CREATE INDEX lanes_send_order_idx ON lanes (send_round, send_queued_at) WHERE send_round IS NOT NULL;
  CREATE INDEX lanes_send_account_idx ON lanes (account_id, send_round) WHERE send_round IS NOT NULL;
  CREATE INDEX lanes_quarantined_idx ON lanes (id) WHERE quarantined_at IS NOT NULL;
  COMMENT ON COLUMN lanes.id IS 'the wallet: one wallet is one lane';
  COMMENT ON COLUMN lanes.version IS
    'grows with whatever changes what the lane can do; seen_version is what its last holder knew';
  COMMENT ON COLUMN lanes.wake_at IS 'when the lane is due; while it is leased, when the lease would run out';
  COMMENT ON COLUMN lanes.fence IS 'grows with every lease; a write under an older fence is refused';
  COMMENT ON COLUMN lanes.wait_block IS 'block from which the lane is served before wake_at';
  COMMENT ON COLUMN lanes.has_room IS 'whether a lane that waits for a block could send another execution before';
  COMMENT ON COLUMN lanes.token_due_at IS
    'when the lane expects its turn to send and asks again, or with has_send_slot since when it may send';
  COMMENT ON COLUMN lanes.failures IS 'consecutive unexpected errors';
  COMMENT ON COLUMN lanes.quarantined_at IS 'the lane is served again after an operator has released it';
  COMMENT ON COLUMN lanes.has_send_slot IS 'whether the lane''s turn has come and it has a slot to send in';
  COMMENT ON COLUMN lanes.account_id IS
    'account of the wallet''s agent as of the last lease, with which lanes share in turns; null for none';
  COMMENT ON COLUMN lanes.send_round IS
    'round in which it is the lane''s turn to send: each account has one turn a round, or each lane without an account';
  COMMENT ON COLUMN lanes.send_queued_at IS 'order within the round';
  COMMENT ON COLUMN lanes.spent IS 'stake of all executed buys, archived ones included; kept by a trigger of executions';

  -- Columns that change later stand last, and pages keep room: an update on the same page writes only what differs from the
  -- row's first change on to the write-ahead log.
  CREATE TABLE executions (
    id text NOT NULL,
    seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    intent_id text NOT NULL,
    agent_id text NOT NULL,
    lane_id uuid NOT NULL,
    agent_wallet_address text NOT NULL,
    action text NOT NULL,
    attempt integer NOT NULL,
    ref text NOT NULL,
    budgeted boolean NOT NULL DEFAULT false,
    request_id text,
    trace_parent text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    market_contract_address text,
    approve_transaction_hash text,
    transaction_hash text,
    broadcast_performed boolean NOT NULL DEFAULT false,
    status text NOT NULL DEFAULT 'queued',
    waiting_for text,
    tries integer NOT NULL DEFAULT 0,
    block_number bigint,
    readback jsonb,
    readback_due_at timestamptz(3),
    error_code text,
    error_message text,
    retry_safe boolean,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    completed_at timestamptz(3),
    CONSTRAINT executions_pkey PRIMARY KEY (id),
    CONSTRAINT executions_attempt_key UNIQUE (intent_id, attempt),
    CONSTRAINT executions_intent_id_fkey FOREIGN KEY (intent_id) REFERENCES agent_intents (id),
    CONSTRAINT executions_lane_id_fkey FOREIGN KEY (lane_id) REFERENCES lanes (id),
    CONSTRAINT executions_status_check
      CHECK (status IN ('queued', 'submitting', 'broadcast', 'unknown', 'executed', 'failed', 'cancelled')),
    CONSTRAINT executions_waiting_for_check CHECK (waiting_for IN ('lane', 'block', 'provider', 'gas', 'paused')),
    CONSTRAINT executions_completed_check
      CHECK ((completed_at IS NOT NULL) = (status IN ('executed', 'failed', 'cancelled')))
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX executions_one_live_key ON executions (intent_id)
    WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown');
  CREATE INDEX executions_lane_queue_idx ON executions (lane_id, seq)
    WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown');
  CREATE INDEX executions_readback_due_idx ON executions (readback_due_at) WHERE readback_due_at IS NOT NULL;
  CREATE INDEX executions_agent_id_idx ON executions (agent_id, created_at, id);
  CREATE INDEX executions_buys_idx ON executions (agent_id, market_contract_address, created_at)
    WHERE action IN ('buy_yes', 'buy_no');
  CREATE INDEX executions_unknown_idx ON executions (created_at) WHERE status = 'unknown';
  CREATE INDEX executions_active_idx ON executions (lane_id, seq) WHERE status IN ('submitting', 'broadcast', 'unknown');
  CREATE INDEX executions_untouched_idx ON executions (created_at)
    WHERE status = 'queued' AND waiting_for IS NULL AND tries = 0;
  CREATE INDEX executions_ref_idx ON executions USING hash (ref);
  CREATE INDEX executions_stakes_idx ON executions (lane_id, block_number)
    WHERE status = 'executed' AND action IN ('buy_yes', 'buy_no');
  CREATE INDEX executions_spent_idx ON executions (lane_id, completed_at)
    WHERE status = 'executed' AND action IN ('buy_yes', 'buy_no');
  -- Ended executions enter this index once.
  CREATE INDEX executions_ended_idx ON executions (status, created_at, id)
    WHERE status IN ('executed', 'failed', 'cancelled');
  CREATE INDEX executions_agent_failed_idx ON executions (agent_id, status, created_at, id)
    WHERE status IN ('failed', 'cancelled');
  COMMENT ON COLUMN executions.seq IS 'the order of acceptance, which is the order within a lane';
  COMMENT ON COLUMN executions.ref IS 'keccak256 of the intent id: the chain refuses a second effect under it';
  COMMENT ON COLUMN executions.tries IS 'failed tries before arming, for the backoff';
  COMMENT ON COLUMN executions.trace_parent IS 'the W3C traceparent of the request, when traces are on';
  COMMENT ON COLUMN executions.block_number IS 'of the effect while it is executed: budgets add what the index has not reached';
  COMMENT ON COLUMN executions.budgeted IS
    'accepted under a budget: its stake is reserved, spent and released in the event log';

  CREATE TABLE execution_steps (
    execution_id text NOT NULL,
    kind text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    idempotency_key uuid,
    body text,
    allowance_base_units numeric,
    contract_address text,
    deadline timestamptz(0),
    armed_at timestamptz(3),
    armed_fence bigint,
    seal text,
    policy_version bigint,
    send_attempts integer NOT NULL DEFAULT 0,
    last_sent_at timestamptz(3),
    provider_transaction_id text,
    transaction_hash text,
    accelerations integer NOT NULL DEFAULT 0,
    acceleration_key uuid,
    accelerated_at timestamptz(3),
    status text NOT NULL DEFAULT 'planned',
    provider_state text,
    block_number bigint,
    block_hash text,
    failure_reason text,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT execution_steps_pkey PRIMARY KEY (execution_id, kind),
    CONSTRAINT execution_steps_execution_id_fkey FOREIGN KEY (execution_id) REFERENCES executions (id),
    CONSTRAINT execution_steps_kind_check CHECK (kind IN ('approve', 'main')),
    CONSTRAINT execution_steps_status_check
      CHECK (status IN ('planned', 'armed', 'sent', 'mined', 'done', 'failed', 'unknown')),
    CONSTRAINT execution_steps_armed_check
      CHECK (status NOT IN ('armed', 'sent', 'unknown') OR (idempotency_key IS NOT NULL AND body IS NOT NULL)),
    CONSTRAINT execution_steps_seal_check CHECK (seal IS NULL OR policy_version IS NOT NULL)
  ) WITH (fillfactor = 65);
  CREATE INDEX execution_steps_main_block_idx ON execution_steps (block_number)
    WHERE kind = 'main' AND block_number IS NOT NULL;
  COMMENT ON COLUMN execution_steps.body IS
    'the canonical request, stored before it is first sent and repeated to the byte';
  COMMENT ON COLUMN execution_steps.allowance_base_units IS
    'of an approval, or of a buy with a permit: the amount that the market may take from then on';
  COMMENT ON COLUMN execution_steps.acceleration_key IS
    'of an acceleration that has not been answered yet: it is repeated under this key';
  COMMENT ON COLUMN execution_steps.seal IS 'HMAC by the workers'' key over what was armed; null: not armed';

  CREATE TABLE execution_transaction_hashes (
    execution_id text NOT NULL,
    kind text NOT NULL,
    transaction_hash text NOT NULL,
    seen_at timestamptz(3) NOT NULL DEFAULT now(),
    is_foreign boolean NOT NULL DEFAULT false,
    CONSTRAINT execution_transaction_hashes_pkey PRIMARY KEY (execution_id, kind, transaction_hash),
    CONSTRAINT execution_transaction_hashes_step_fkey
      FOREIGN KEY (execution_id, kind) REFERENCES execution_steps (execution_id, kind)
  );
  COMMENT ON COLUMN execution_transaction_hashes.is_foreign IS
    'the provider named it, and its transaction does not make the step''s call: it is not followed';

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

  CREATE TABLE engine_cluster (
    singleton boolean NOT NULL DEFAULT true,
    system_identifier text NOT NULL,
    timeline integer NOT NULL,
    server_started_at timestamptz NOT NULL DEFAULT pg_postmaster_start_time(),
    written_by xid NOT NULL DEFAULT pg_current_xact_id()::xid,
    mark bigint NOT NULL DEFAULT 1,
    marked_at timestamptz(3) NOT NULL DEFAULT now(),
    marked_block bigint,
    reconcile_since timestamptz(3),
    lost_until timestamptz(3),
    is_held boolean NOT NULL DEFAULT false,
    CONSTRAINT engine_cluster_pkey PRIMARY KEY (singleton),
    CONSTRAINT engine_cluster_singleton_check CHECK (singleton)
  );
  COMMENT ON TABLE engine_cluster IS 'the PostgreSQL server that the executions were last seen in, and how far';
  COMMENT ON COLUMN engine_cluster.written_by IS
    'the transaction that wrote the row: another one has written a row that a dump has brought back';
  COMMENT ON COLUMN engine_cluster.mark IS
    'grows every ten seconds. Workers and Redis remember it: a restored database has a lower one';
  COMMENT ON COLUMN engine_cluster.marked_at IS 'when the mark grew last; after a restore, from when on records are lost';
  COMMENT ON COLUMN engine_cluster.marked_block IS
    'newest known block at that time: effects after it may lack their execution';
  COMMENT ON COLUMN engine_cluster.reconcile_since IS
    'the database was restored or failed over: no lane is served until the records are reconciled with the chain';
  COMMENT ON COLUMN engine_cluster.lost_until IS 'latest time at which lost records are known to have been written';
  COMMENT ON COLUMN engine_cluster.is_held IS 'so much was lost that lanes wait for an operator';

  CREATE TABLE lost_effects (
    ref text NOT NULL,
    lane_id uuid NOT NULL,
    agent_wallet_address text NOT NULL,
    event text NOT NULL,
    market_contract_address text NOT NULL,
    amount numeric,
    transaction_hash text NOT NULL,
    block_number bigint NOT NULL,
    effected_at timestamptz(3) NOT NULL,
    recorded_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT lost_effects_pkey PRIMARY KEY (lane_id, ref),
    CONSTRAINT lost_effects_lane_id_fkey FOREIGN KEY (lane_id) REFERENCES agent_wallets (id)
  );
  CREATE INDEX lost_effects_effected_at_idx ON lost_effects (lane_id, effected_at);
  COMMENT ON TABLE lost_effects IS
    'append-only: effects on the chain whose intents a restored database lacks. Budgets count them';
  COMMENT ON COLUMN lost_effects.agent_wallet_address IS 'sender of the effect: the wallet may have another address since';
  COMMENT ON COLUMN lost_effects.event IS 'name of the contract''s event';
  COMMENT ON COLUMN lost_effects.amount IS 'stake of a buy in display units; null for other events';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER lanes_account BEFORE INSERT ON lanes FOR EACH ROW EXECUTE FUNCTION set_lane_account();
  CREATE TRIGGER lost_effects_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON lost_effects
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER execution_pauses_lock BEFORE UPDATE ON execution_pauses
    FOR EACH STATEMENT EXECUTE FUNCTION lock_pause_change();`;
