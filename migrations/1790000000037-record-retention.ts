import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes that find previews and onboardings to delete. While each is built, its table cannot be written; reads go on. The
 * predicates have columns that are set once, so that other updates can stay within their page.
 */
export class RecordRetention1790000000037 implements MigrationInterface {
  name = 'RecordRetention1790000000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX agent_intents_unconfirmed_idx ON agent_intents (created_at) WHERE confirmed_at IS NULL;
      CREATE INDEX agent_onboardings_unverified_idx ON agent_onboardings (created_at) WHERE verified_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX agent_onboardings_unverified_idx, agent_intents_unconfirmed_idx');
  }
}
