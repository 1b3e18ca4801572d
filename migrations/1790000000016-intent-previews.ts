import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Previews of intents, and the minimum payout of a buy. */
export class IntentPreviews1790000000016 implements MigrationInterface {
  name = 'IntentPreviews1790000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE agent_intents ADD COLUMN min_multiple numeric, ADD COLUMN preview jsonb;
      COMMENT ON COLUMN agent_intents.min_multiple IS
        'least payout by stake that a buy must bring when it is sent; null: whatever it brings';
      COMMENT ON COLUMN agent_intents.preview IS 'checks and quote of when it was made; null: older than they are';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE agent_intents DROP COLUMN min_multiple, DROP COLUMN preview');
  }
}
