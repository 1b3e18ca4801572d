import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Seals of armed steps, ids of custodies that are not UUIDs, and the transfers of a keystore's tank. `ALTER TYPE text`
 * rewrites both tables under a lock; a step and an account are read by workers only.
 */
export class SealedSteps1790000000022 implements MigrationInterface {
  name = 'SealedSteps1790000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE execution_steps
        ADD COLUMN seal text,
        ADD COLUMN policy_version bigint,
        ADD CONSTRAINT execution_steps_seal_check CHECK (seal IS NULL OR policy_version IS NOT NULL),
        ALTER COLUMN provider_transaction_id TYPE text;
      COMMENT ON COLUMN execution_steps.seal IS 'HMAC by the workers'' key over what was armed; null: armed without a seal';
      ALTER TABLE provider_accounts ALTER COLUMN wallet_set_id TYPE text;

      CREATE TABLE tank_transfers (
        nonce integer NOT NULL,
        recipient text NOT NULL,
        purpose text NOT NULL,
        raw text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT tank_transfers_pkey PRIMARY KEY (nonce),
        CONSTRAINT tank_transfers_recipient_key UNIQUE (recipient, purpose),
        CONSTRAINT tank_transfers_purpose_check CHECK (purpose IN ('gas', 'faucet'))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE tank_transfers;
      ALTER TABLE provider_accounts ALTER COLUMN wallet_set_id TYPE uuid USING wallet_set_id::uuid;
      ALTER TABLE execution_steps
        ALTER COLUMN provider_transaction_id TYPE uuid USING provider_transaction_id::uuid,
        DROP CONSTRAINT execution_steps_seal_check,
        DROP COLUMN policy_version,
        DROP COLUMN seal;
    `);
  }
}
