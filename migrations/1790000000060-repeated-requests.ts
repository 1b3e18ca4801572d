import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index by which a preview finds a recent repeat of the same request. Without it a preview reads the agent's recent intents.
 * It is built without a transaction, so that no process waits. An interrupted build leaves an invalid index, which the next
 * run replaces.
 */
export class RepeatedRequests1790000000060 implements MigrationInterface {
  name = 'RepeatedRequests1790000000060';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET statement_timeout = 0');
    try {
      await runner.query('DROP INDEX CONCURRENTLY IF EXISTS agent_intents_request_idx');
      await runner.query(
        'CREATE INDEX CONCURRENTLY agent_intents_request_idx ON agent_intents (request_hash, created_at)',
      );
    } finally {
      await runner.query('RESET statement_timeout');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX agent_intents_request_idx');
  }
}
