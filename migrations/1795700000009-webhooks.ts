import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createFunctions } from './functions/index.js';
import { WEBHOOK_FUNCTIONS_SQL } from './functions/webhooks.js';

/** Webhooks of accounts, with a cursor for each log that they deliver. */
export class Webhooks1795700000009 implements MigrationInterface {
  name = 'Webhooks1795700000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES_SQL);
    await createFunctions(runner, WEBHOOK_FUNCTIONS_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION move_webhook_cursors, webhooks_key CASCADE;
      DROP TABLE webhook_tests, webhook_cursors, webhooks;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE webhooks (
    id text NOT NULL,
    account_id uuid,
    url text NOT NULL,
    agent_ids text[],
    types text[],
    status text NOT NULL DEFAULT 'active',
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_until timestamptz(3),
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz(3),
    failure text,
    response_status integer,
    next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
    delivered_at timestamptz(3),
    lease_id uuid,
    lease_until timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT webhooks_pkey PRIMARY KEY (id),
    CONSTRAINT webhooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT webhooks_status_check CHECK (status IN ('active', 'paused', 'ended')),
    CONSTRAINT webhooks_agent_ids_check CHECK (agent_ids <> '{}'),
    CONSTRAINT webhooks_types_check CHECK (types <> '{}')
  ) WITH (fillfactor = 50);
  CREATE INDEX webhooks_account_id_idx ON webhooks (account_id);
  CREATE INDEX webhooks_failing_idx ON webhooks (next_attempt_at) WHERE status = 'active' AND failures > 0;
  COMMENT ON COLUMN webhooks.account_id IS 'null for the agents that belong to no account';
  COMMENT ON COLUMN webhooks.agent_ids IS 'agents whose events are delivered; null for all of the account';
  COMMENT ON COLUMN webhooks.types IS 'types of events that are delivered; null for all';
  COMMENT ON COLUMN webhooks.secret IS 'encrypted with WEBHOOK_KEY';
  COMMENT ON COLUMN webhooks.previous_secret IS 'signs as well until previous_secret_until';

  CREATE TABLE webhook_cursors (
    webhook_id text NOT NULL,
    log text NOT NULL,
    seq bigint NOT NULL,
    head_seq bigint NOT NULL,
    pending_since timestamptz(3),
    CONSTRAINT webhook_cursors_pkey PRIMARY KEY (webhook_id, log),
    CONSTRAINT webhook_cursors_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
  ) WITH (fillfactor = 50);
  CREATE INDEX webhook_cursors_pending_idx ON webhook_cursors (webhook_id, pending_since) WHERE pending_since IS NOT NULL;
  COMMENT ON TABLE webhook_cursors IS 'written with each event; the first event that a webhook is to receive adds the row';
  COMMENT ON COLUMN webhook_cursors.seq IS 'last event of the log that is delivered or not wanted';
  COMMENT ON COLUMN webhook_cursors.head_seq IS 'last event of the log while the webhook receives its events';
  COMMENT ON COLUMN webhook_cursors.pending_since IS 'time of the first event after seq; null without one to deliver';

  CREATE TABLE webhook_tests (
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    requested_at timestamptz(3) NOT NULL DEFAULT now(),
    lease_until timestamptz(3),
    ended_at timestamptz(3),
    failure text,
    response_status integer,
    CONSTRAINT webhook_tests_pkey PRIMARY KEY (webhook_id),
    CONSTRAINT webhook_tests_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
  );
  CREATE INDEX webhook_tests_requested_idx ON webhook_tests (requested_at) WHERE ended_at IS NULL;
  COMMENT ON TABLE webhook_tests IS 'last test delivery of each webhook';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER users_agents_created AFTER INSERT ON users
    FOR EACH ROW WHEN (NEW.agent_id IS NOT NULL) EXECUTE FUNCTION move_webhook_cursors();
  CREATE TRIGGER users_agents_joined AFTER UPDATE OF account_id ON users
    FOR EACH ROW WHEN (NEW.agent_id IS NOT NULL AND NEW.account_id IS DISTINCT FROM OLD.account_id)
    EXECUTE FUNCTION move_webhook_cursors();`;
