import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes of an agent's lists by status, for the statuses that few of its records have. Without them a page of those reads
 * the whole history of the agent. Executed intents and executions leave or never enter them. While they are built, acceptance
 * and workers wait; reads go on.
 */
export class ListsOfAgents1790000000059 implements MigrationInterface {
  name = 'ListsOfAgents1790000000059';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL statement_timeout = 0;
      CREATE INDEX agent_intents_status_idx ON agent_intents (agent_id, status, created_at, id)
        WHERE status <> 'executed';
      CREATE INDEX executions_agent_failed_idx ON executions (agent_id, status, created_at, id)
        WHERE status IN ('failed', 'cancelled');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX agent_intents_status_idx, executions_agent_failed_idx');
  }
}
