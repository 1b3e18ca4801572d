import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the oldest execution with an unknown outcome, read at every metrics scrape. */
export class UnknownExecutions1790000000011 implements MigrationInterface {
  name = 'UnknownExecutions1790000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX executions_unknown_idx ON executions (created_at) WHERE status = 'unknown'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX executions_unknown_idx');
  }
}
