import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes of the operators' lists. Ended executions enter theirs once, so that an execution costs one more index entry. While
 * it is built, acceptance and workers wait; reads go on.
 */
export class OperatorLists1790000000050 implements MigrationInterface {
  name = 'OperatorLists1790000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL statement_timeout = 0;
      CREATE INDEX executions_ended_idx ON executions (status, created_at, id)
        WHERE status IN ('executed', 'failed', 'cancelled');
      CREATE INDEX agent_wallets_paused_idx ON agent_wallets (agent_id) WHERE paused;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX agent_wallets_paused_idx, executions_ended_idx');
  }
}
