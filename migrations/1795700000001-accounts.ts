import type { MigrationInterface, QueryRunner } from 'typeorm';
import { VALUE_FUNCTIONS_SQL } from './functions/values.js';
import { createFunctions } from './functions/index.js';

/** Accounts, their users and API keys, request budgets of clients, and the log of operators' commands. */
export class Accounts1795700000001 implements MigrationInterface {
  name = 'Accounts1795700000001';

  async up(runner: QueryRunner): Promise<void> {
    await createFunctions(runner, VALUE_FUNCTIONS_SQL);
    await runner.query(TABLES_SQL);
    await runner.query(TRIGGERS_SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE audit_log, rate_limits, api_keys, users, accounts;
      DROP FUNCTION chain_row_id, client_network, iso_time, mailbox_of, refuse_change, refuse_insert, sha256_hex,
        single_line, words_of_market;`);
  }
}

const TABLES_SQL = `
  CREATE TABLE accounts (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    name text NOT NULL,
    created_by text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT accounts_pkey PRIMARY KEY (id),
    CONSTRAINT accounts_name_key UNIQUE (name)
  );

  CREATE TABLE users (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    kind text NOT NULL,
    agent_id text,
    wallet_address text,
    account_id uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT users_pkey PRIMARY KEY (id),
    CONSTRAINT users_agent_id_key UNIQUE (agent_id),
    CONSTRAINT users_wallet_address_key UNIQUE (wallet_address),
    CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT users_kind_check CHECK (kind IN ('person', 'agent', 'address'))
  );
  CREATE INDEX users_agents_account_idx ON users (account_id) WHERE agent_id IS NOT NULL;
  CREATE INDEX users_account_id_idx ON users (account_id) WHERE account_id IS NOT NULL;
  COMMENT ON COLUMN users.account_id IS 'owner of the user and, for the user of an agent, of the agent; null for none';

  CREATE TABLE api_keys (
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    prefix text NOT NULL,
    secret_hash text NOT NULL,
    scopes text[] NOT NULL,
    note text NOT NULL DEFAULT '',
    created_by text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL,
    account_id uuid,
    agent_ids text[],
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    CONSTRAINT api_keys_pkey PRIMARY KEY (id),
    CONSTRAINT api_keys_prefix_key UNIQUE (prefix),
    CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id),
    CONSTRAINT api_keys_scopes_check
      CHECK (scopes <@ '{wallets,intents,execute,records,read,webhooks,operator}' AND scopes <> '{}'),
    CONSTRAINT api_keys_account_check CHECK ((account_id IS NULL) = (scopes @> '{operator}')),
    CONSTRAINT api_keys_operator_check CHECK (scopes = '{operator}' OR NOT scopes @> '{operator}'),
    CONSTRAINT api_keys_agent_ids_check CHECK (agent_ids <> '{}')
  );
  COMMENT ON COLUMN api_keys.prefix IS 'the part of the key that may be shown, and by which it is found';
  COMMENT ON COLUMN api_keys.secret_hash IS
    'SHA-256 of the whole key, which holds 256 random bits; the key itself is nowhere';
  COMMENT ON COLUMN api_keys.account_id IS 'the account that it acts for; null for the scope operator';
  COMMENT ON COLUMN api_keys.agent_ids IS 'the agents of the account that it acts for; null for all of them';
  COMMENT ON COLUMN api_keys.last_used_at IS 'to the minute or so';

  CREATE UNLOGGED TABLE rate_limits (
    client inet NOT NULL,
    spent_until timestamptz NOT NULL,
    CONSTRAINT rate_limits_pkey PRIMARY KEY (client)
  );
  COMMENT ON COLUMN rate_limits.client IS 'an IPv4 address, or the /64 network of an IPv6 one';
  COMMENT ON COLUMN rate_limits.spent_until IS
    'when the client will have as many requests left as any other: each moves it on by its share of a minute';

  CREATE TABLE audit_log (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    run_id uuid NOT NULL,
    at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    actor text NOT NULL,
    command text NOT NULL,
    arguments text[] NOT NULL,
    outcome text NOT NULL,
    detail text NOT NULL DEFAULT '',
    CONSTRAINT audit_log_pkey PRIMARY KEY (id),
    CONSTRAINT audit_log_run_id_outcome_key UNIQUE (run_id, outcome),
    CONSTRAINT audit_log_outcome_check CHECK (outcome IN ('begun', 'done', 'refused', 'failed'))
  );
  CREATE INDEX audit_log_at_idx ON audit_log (at);
  COMMENT ON TABLE audit_log IS
    'append-only; a run has a row before it changes anything and one at its end, so one that was cut off shows';
  COMMENT ON COLUMN audit_log.actor IS 'the operating system’s user, or whom the operator named';
  COMMENT ON COLUMN audit_log.arguments IS 'as typed; no command takes a secret';`;

const TRIGGERS_SQL = `
  CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();`;
