import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts own agents, users and keys. Each agent with a key gets its own account, with the agent's id as its name. Keys
 * without an agent move to the account `records`, together with the users of kind `person`. A new nullable column needs no
 * rewrite of its table, and its foreign key no scan.
 */
export class Accounts1790000000030 implements MigrationInterface {
  name = 'Accounts1790000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        name text NOT NULL,
        created_by text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT accounts_pkey PRIMARY KEY (id),
        CONSTRAINT accounts_name_key UNIQUE (name)
      );
      ALTER TABLE users ADD COLUMN account_id uuid CONSTRAINT users_account_id_fkey REFERENCES accounts (id);
      COMMENT ON COLUMN users.account_id IS 'owner of the user and, for the user of an agent, of the agent; null for none';
      ALTER TABLE api_keys ADD COLUMN account_id uuid CONSTRAINT api_keys_account_id_fkey REFERENCES accounts (id);
      ALTER TABLE api_keys ADD COLUMN agent_ids text[];
      COMMENT ON COLUMN api_keys.account_id IS 'the account that it acts for; null for the scope operator';
      COMMENT ON COLUMN api_keys.agent_ids IS 'the agents of the account that it acts for; null for all of them';
      COMMENT ON COLUMN api_keys.agent_id IS 'read by processes of a version without accounts; null for newer keys';

      INSERT INTO accounts (name, created_by)
      SELECT DISTINCT coalesce(agent_id, 'records'), 'migration' FROM api_keys;
      UPDATE api_keys AS k SET account_id = a.id, agent_ids = ARRAY[k.agent_id] FROM accounts AS a WHERE a.name = k.agent_id;
      UPDATE api_keys AS k SET account_id = a.id FROM accounts AS a WHERE a.name = 'records' AND k.agent_id IS NULL;
      INSERT INTO users (kind, agent_id, account_id) SELECT 'agent', name, id FROM accounts WHERE name <> 'records'
      ON CONFLICT (agent_id) DO UPDATE SET account_id = excluded.account_id;
      UPDATE users AS u SET account_id = a.id FROM accounts AS a WHERE a.name = 'records' AND u.kind = 'person';

      DROP INDEX api_keys_agent_id_idx;
      ALTER TABLE api_keys
        DROP CONSTRAINT api_keys_scopes_check,
        DROP CONSTRAINT api_keys_agent_check,
        ADD CONSTRAINT api_keys_scopes_check
          CHECK (scopes <@ '{wallets,intents,execute,records,read,webhooks,operator}' AND scopes <> '{}'),
        ADD CONSTRAINT api_keys_account_check CHECK ((account_id IS NULL) = (scopes @> '{operator}')),
        ADD CONSTRAINT api_keys_operator_check CHECK (scopes = '{operator}' OR NOT scopes @> '{operator}'),
        ADD CONSTRAINT api_keys_agent_ids_check CHECK (agent_ids <> '{}');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys
        DROP CONSTRAINT api_keys_agent_ids_check,
        DROP CONSTRAINT api_keys_operator_check,
        DROP CONSTRAINT api_keys_account_check,
        DROP CONSTRAINT api_keys_scopes_check;
      UPDATE api_keys SET agent_id = agent_ids[1] WHERE agent_id IS NULL AND cardinality(agent_ids) = 1;
      DELETE FROM api_keys WHERE NOT scopes <@ '{wallets,intents,execute,records}' OR (agent_id IS NULL AND scopes <> '{records}');
      ALTER TABLE api_keys
        ADD CONSTRAINT api_keys_scopes_check CHECK (scopes <@ '{wallets,intents,execute,records}' AND scopes <> '{}'),
        ADD CONSTRAINT api_keys_agent_check CHECK (agent_id IS NOT NULL OR scopes = '{records}');
      CREATE INDEX api_keys_agent_id_idx ON api_keys (agent_id);
      COMMENT ON COLUMN api_keys.agent_id IS 'the agent that it may write for; it need not have registered yet';
      ALTER TABLE api_keys DROP COLUMN agent_ids, DROP COLUMN account_id;
      ALTER TABLE users DROP COLUMN account_id;
      DROP TABLE accounts;
    `);
  }
}
