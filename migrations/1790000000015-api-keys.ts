import type { MigrationInterface, QueryRunner } from 'typeorm';

/** API keys for writes. */
export class ApiKeys1790000000015 implements MigrationInterface {
  name = 'ApiKeys1790000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_keys (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        prefix text NOT NULL,
        secret_hash text NOT NULL,
        agent_id text,
        scopes text[] NOT NULL,
        note text NOT NULL DEFAULT '',
        created_by text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        revoked_at timestamptz(3),
        last_used_at timestamptz(3),
        CONSTRAINT api_keys_pkey PRIMARY KEY (id),
        CONSTRAINT api_keys_prefix_key UNIQUE (prefix),
        CONSTRAINT api_keys_scopes_check CHECK (scopes <@ '{wallets,intents,execute,records}' AND scopes <> '{}'),
        CONSTRAINT api_keys_agent_check CHECK (agent_id IS NOT NULL OR scopes = '{records}')
      );
      CREATE INDEX api_keys_agent_id_idx ON api_keys (agent_id);
      COMMENT ON COLUMN api_keys.prefix IS 'the part of the key that may be shown, and by which it is found';
      COMMENT ON COLUMN api_keys.secret_hash IS 'SHA-256 of the whole key, which holds 256 random bits; the key itself is nowhere';
      COMMENT ON COLUMN api_keys.agent_id IS 'the agent that it may write for; it need not have registered yet';
      COMMENT ON COLUMN api_keys.last_used_at IS 'to the minute or so';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
  }
}
