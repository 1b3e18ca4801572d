import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index by which a preview finds the agent's latest repeats of a request. The index before it lacked the agent, so that a
 * preview could read the repeats of all agents. It is built without a transaction, so that no process waits. An interrupted
 * build leaves an invalid index, which the next run replaces.
 */
export class RepeatsByAgent1790000000061 implements MigrationInterface {
  name = 'RepeatsByAgent1790000000061';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET statement_timeout = 0');
    try {
      await runner.query('DROP INDEX CONCURRENTLY IF EXISTS agent_intents_repeat_idx');
      await runner.query(
        'CREATE INDEX CONCURRENTLY agent_intents_repeat_idx ON agent_intents (request_hash, agent_id, created_at)',
      );
      await runner.query('DROP INDEX CONCURRENTLY IF EXISTS agent_intents_request_idx');
    } finally {
      await runner.query('RESET statement_timeout');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX agent_intents_request_idx ON agent_intents (request_hash, created_at)');
    await runner.query('DROP INDEX agent_intents_repeat_idx');
  }
}
