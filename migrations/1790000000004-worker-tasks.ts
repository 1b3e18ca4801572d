import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tasks of a worker besides executions: provisioning, balances, faucet requests, e-mail. */
export class WorkerTasks1790000000004 implements MigrationInterface {
  name = 'WorkerTasks1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE worker_tasks (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        kind text NOT NULL,
        subject_id text NOT NULL,
        status text NOT NULL DEFAULT 'queued',
        attempts integer NOT NULL DEFAULT 0,
        wake_at timestamptz(3) DEFAULT now(),
        rung_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        result jsonb,
        error_code text,
        request_id text,
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
      COMMENT ON COLUMN worker_tasks.subject_id IS 'the wallet, or for send_passcode the onboarding';
      COMMENT ON COLUMN worker_tasks.status IS 'a faucet request is sent before the call and then never repeated';
      COMMENT ON COLUMN worker_tasks.rung_at IS 'when a sweeper last rang for it';
      COMMENT ON COLUMN worker_tasks.wake_at IS 'when a worker may take it, or take it over from one that died';

      CREATE TABLE faucet_grants (
        subject text NOT NULL,
        granted_at timestamptz(3) NOT NULL,
        CONSTRAINT faucet_grants_pkey PRIMARY KEY (subject)
      );
      COMMENT ON COLUMN faucet_grants.subject IS 'an agent id or a wallet address: each has its own cooldown';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE faucet_grants, worker_tasks');
  }
}
