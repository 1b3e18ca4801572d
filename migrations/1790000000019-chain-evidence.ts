import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Evidence of the chain: hashes that are not a step's own, and events by ref. Building the index locks only the indexer out,
 * which continues afterwards.
 */
export class ChainEvidence1790000000019 implements MigrationInterface {
  name = 'ChainEvidence1790000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE execution_transaction_hashes ADD COLUMN is_foreign boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN execution_transaction_hashes.is_foreign IS
        'the provider named it, and its transaction does not make the step''s call: it is not followed';
      CREATE INDEX chain_events_ref_idx ON chain_events (ref) WHERE ref IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX chain_events_ref_idx;
      ALTER TABLE execution_transaction_hashes DROP COLUMN is_foreign;
    `);
  }
}
