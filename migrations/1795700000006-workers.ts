import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workers, what they share for the provider and the keystore, and their tasks besides executions. */
export class Workers1795700000006 implements MigrationInterface {
  name = 'Workers1795700000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE faucet_grants, worker_tasks, tank_transfers, provider_accounts, worker_heartbeats;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE worker_heartbeats (
    worker_id uuid NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    pays_gas boolean NOT NULL DEFAULT false,
    CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (worker_id)
  ) WITH (fillfactor = 50);
  COMMENT ON TABLE worker_heartbeats IS 'workers that serve lanes; executes are accepted while one has not expired';

  CREATE TABLE provider_accounts (
    id text NOT NULL,
    breaker_open boolean NOT NULL DEFAULT false,
    probe_at timestamptz(3),
    wallet_set_key uuid,
    wallet_set_id text,
    send_round bigint NOT NULL DEFAULT 0,
    next_send_at timestamptz NOT NULL DEFAULT now(),
    next_task_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT provider_accounts_pkey PRIMARY KEY (id)
  );
  COMMENT ON COLUMN provider_accounts.send_round IS 'highest round in which a lane has had its turn to send';
  COMMENT ON COLUMN provider_accounts.next_send_at IS 'next free slot of the rate limit that all workers share';
  COMMENT ON COLUMN provider_accounts.next_task_at IS 'when the next task without a turn may write to the provider';
  INSERT INTO provider_accounts (id) VALUES ('default');

  CREATE TABLE tank_transfers (
    nonce integer NOT NULL,
    recipient text NOT NULL,
    account text NOT NULL,
    purpose text NOT NULL,
    ordinal integer NOT NULL,
    raw text NOT NULL,
    hashes text[] NOT NULL,
    cost_wei numeric NOT NULL,
    mined_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT tank_transfers_pkey PRIMARY KEY (nonce),
    CONSTRAINT tank_transfers_ordinal_key UNIQUE (recipient, purpose, ordinal),
    CONSTRAINT tank_transfers_purpose_check CHECK (purpose IN ('gas', 'faucet'))
  );
  CREATE INDEX tank_transfers_account_idx ON tank_transfers (account, created_at) WHERE purpose = 'gas';
  CREATE INDEX tank_transfers_open_idx ON tank_transfers (updated_at) WHERE mined_at IS NULL;
  CREATE INDEX tank_transfers_created_at_idx ON tank_transfers (created_at);
  COMMENT ON COLUMN tank_transfers.account IS 'account_of_wallet of the recipient, or without one the recipient';
  COMMENT ON COLUMN tank_transfers.ordinal IS 'counts the transfers of the purpose to the recipient, so that two workers start one';
  COMMENT ON COLUMN tank_transfers.hashes IS 'of all bodies signed for the transfer; a node may hold any of them';
  COMMENT ON COLUMN tank_transfers.cost_wei IS 'maximum cost of the present body: amount and gas';
  COMMENT ON COLUMN tank_transfers.mined_at IS 'when a confirmed block was known to hold one of the bodies';

  CREATE TABLE worker_tasks (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    kind text NOT NULL,
    subject_id text NOT NULL,
    status text NOT NULL DEFAULT 'queued',
    attempts integer NOT NULL DEFAULT 0,
    wake_at timestamptz DEFAULT now(),
    rung_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL,
    result jsonb,
    error_code text,
    request_id text,
    trace_parent text,
    token_due_at timestamptz,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT worker_tasks_pkey PRIMARY KEY (id),
    CONSTRAINT worker_tasks_kind_check
      CHECK (kind IN ('provision_wallet', 'read_balance', 'request_faucet', 'send_passcode')),
    CONSTRAINT worker_tasks_status_check CHECK (status IN ('queued', 'running', 'sent', 'done', 'failed')),
    CONSTRAINT worker_tasks_wake_check CHECK ((wake_at IS NULL) = (status IN ('sent', 'done', 'failed')))
  );
  CREATE INDEX worker_tasks_wake_at_idx ON worker_tasks (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX worker_tasks_subject_idx ON worker_tasks (subject_id, kind, created_at);
  CREATE UNIQUE INDEX worker_tasks_one_provisioning_key ON worker_tasks (subject_id)
    WHERE kind = 'provision_wallet' AND status IN ('queued', 'running');
  CREATE UNIQUE INDEX worker_tasks_one_balance_key ON worker_tasks (subject_id)
    WHERE kind = 'read_balance' AND status IN ('queued', 'running');
  CREATE INDEX worker_tasks_ended_idx ON worker_tasks (updated_at) WHERE status IN ('sent', 'done', 'failed');
  COMMENT ON COLUMN worker_tasks.subject_id IS 'the wallet, or for send_passcode the onboarding';
  COMMENT ON COLUMN worker_tasks.status IS 'a faucet request is sent before the call and then never repeated';
  COMMENT ON COLUMN worker_tasks.wake_at IS 'when a worker may take it, or take it over from one that died';
  COMMENT ON COLUMN worker_tasks.rung_at IS 'when a sweeper last rang for it';
  COMMENT ON COLUMN worker_tasks.token_due_at IS 'turn that the task has reserved for its write to the provider';

  CREATE TABLE faucet_grants (
    subject text NOT NULL,
    granted_at timestamptz(3) NOT NULL,
    CONSTRAINT faucet_grants_pkey PRIMARY KEY (subject)
  );
  COMMENT ON COLUMN faucet_grants.subject IS 'an agent id or a wallet address: each has its own cooldown';`;
