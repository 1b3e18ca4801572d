import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One balance read per wallet at a time, the tasks' share of the provider's rate limit, and deletion of ended tasks. Balance
 * reads in progress fail, because the new key allows one per wallet. `worker_tasks` cannot be written while its small indexes are built; reads go on.
 */
export class SharedTaskLimits1790000000036 implements MigrationInterface {
  name = 'SharedTaskLimits1790000000036';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE provider_accounts ADD COLUMN next_task_at timestamptz NOT NULL DEFAULT now();
      COMMENT ON COLUMN provider_accounts.next_task_at IS 'when the next task without a turn may write to the provider';

      ALTER TABLE worker_tasks ADD COLUMN token_due_at timestamptz;
      COMMENT ON COLUMN worker_tasks.token_due_at IS 'turn that the task has reserved for its write to the provider';

      UPDATE worker_tasks SET status = 'failed', wake_at = NULL, error_code = 'provider_agent_wallet_balance_failed'
        WHERE kind = 'read_balance' AND status IN ('queued', 'running');
      CREATE UNIQUE INDEX worker_tasks_one_balance_key ON worker_tasks (subject_id)
        WHERE kind = 'read_balance' AND status IN ('queued', 'running');
      CREATE INDEX worker_tasks_ended_idx ON worker_tasks (updated_at) WHERE status IN ('sent', 'done', 'failed');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX worker_tasks_ended_idx, worker_tasks_one_balance_key;
      ALTER TABLE worker_tasks DROP COLUMN token_due_at;
      ALTER TABLE provider_accounts DROP COLUMN next_task_at;
    `);
  }
}
