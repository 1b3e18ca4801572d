import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Owner of a wallet, and who starts onboardings. The new columns need no rewrite of a table. The indexes lock a table
 * that only onboardings write.
 */
export class WalletOwners1790000000033 implements MigrationInterface {
  name = 'WalletOwners1790000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT regexp_replace(lower(email), '^([^+@]+)[+][^@]*@', '\\1@')
      $$;
      COMMENT ON FUNCTION mailbox_of IS 'the address in lower case and without its +tag';
      CREATE FUNCTION client_network(address inet) RETURNS inet LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT CASE family(address) WHEN 6 THEN network(set_masklen(address, 64))::inet ELSE address END
      $$;
      COMMENT ON FUNCTION client_network IS 'an IPv4 address, or the /64 network of an IPv6 one';

      ALTER TABLE agent_wallets
        ADD COLUMN owner_email text,
        ADD COLUMN owner_clients inet[] NOT NULL DEFAULT '{}';
      COMMENT ON COLUMN agent_wallets.owner_email IS 'the mailbox that the owner has verified';
      COMMENT ON COLUMN agent_wallets.owner_clients IS 'networks that completed onboardings came from, newest first';
      UPDATE agent_wallets AS wallet SET owner_email = (
        SELECT user_email FROM agent_onboardings AS onboarding
        WHERE onboarding.agent_id = wallet.agent_id AND status = 'verified' ORDER BY created_at LIMIT 1)
      WHERE email_verified_at IS NOT NULL;
      CREATE INDEX agent_wallets_owner_mailbox_idx ON agent_wallets (mailbox_of(owner_email))
        WHERE owner_email IS NOT NULL;

      ALTER TABLE agent_onboardings
        ADD COLUMN client inet,
        ADD COLUMN origin text NOT NULL DEFAULT 'other',
        ADD CONSTRAINT agent_onboardings_origin_check CHECK (origin IN ('owner', 'other', 'refused'));
      COMMENT ON COLUMN agent_onboardings.client IS 'network of the client that started it';
      COMMENT ON COLUMN agent_onboardings.origin IS 'refused: the agent has verified another mailbox, so no e-mail is sent';
      DROP INDEX agent_onboardings_user_email_idx;
      CREATE INDEX agent_onboardings_mailbox_idx ON agent_onboardings (mailbox_of(user_email), created_at);
      CREATE INDEX agent_onboardings_client_idx ON agent_onboardings (client, created_at);
      CREATE INDEX agent_onboardings_created_at_idx ON agent_onboardings (created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX agent_onboardings_created_at_idx;
      DROP INDEX agent_onboardings_client_idx;
      DROP INDEX agent_onboardings_mailbox_idx;
      CREATE INDEX agent_onboardings_user_email_idx ON agent_onboardings (lower(user_email), created_at);
      ALTER TABLE agent_onboardings DROP CONSTRAINT agent_onboardings_origin_check, DROP COLUMN origin, DROP COLUMN client;
      DROP INDEX agent_wallets_owner_mailbox_idx;
      ALTER TABLE agent_wallets DROP COLUMN owner_clients, DROP COLUMN owner_email;
      DROP FUNCTION client_network;
      DROP FUNCTION mailbox_of;
    `);
  }
}
