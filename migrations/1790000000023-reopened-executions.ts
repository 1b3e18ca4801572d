import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Comparison of executed executions with the chain index. Building the index locks writers of steps out, so that workers wait
 * for it; acceptance and reads go on.
 */
export class ReopenedExecutions1790000000023 implements MigrationInterface {
  name = 'ReopenedExecutions1790000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE chain_index ADD COLUMN started_at timestamptz(3) NOT NULL DEFAULT now();
      COMMENT ON COLUMN chain_index.started_at IS
        'when the index was last empty: executions that ended before are not compared with it';
      SET LOCAL statement_timeout = 0;
      CREATE INDEX execution_steps_main_block_idx ON execution_steps (block_number)
        WHERE kind = 'main' AND block_number IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX execution_steps_main_block_idx;
      ALTER TABLE chain_index DROP COLUMN started_at;
    `);
  }
}
