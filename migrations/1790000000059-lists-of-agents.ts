import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES: Readonly<Record<string, string>> = {
  agent_intents_status_idx: `agent_intents (agent_id, status, created_at, id) WHERE status <> 'executed'`,
  executions_agent_failed_idx: `executions (agent_id, status, created_at, id) WHERE status IN ('failed', 'cancelled')`,
};

/**
 * Indexes of an agent's lists by status, for the statuses that few of its records have. Without them a page of those reads
 * the whole history of the agent. Executed intents and executions leave or never enter them. They are built without a
 * transaction, so that no process waits. An interrupted build leaves an invalid index, which the next run replaces.
 */
export class ListsOfAgents1790000000059 implements MigrationInterface {
  name = 'ListsOfAgents1790000000059';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET statement_timeout = 0');
    try {
      for (const [name, definition] of Object.entries(INDEXES)) {
        await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
      }
    } finally {
      await runner.query('RESET statement_timeout');
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
