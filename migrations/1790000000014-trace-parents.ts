import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trace context of executions and tasks, stored in the row because a wake-up may be lost. */
export class TraceParents1790000000014 implements MigrationInterface {
  name = 'TraceParents1790000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE executions ADD COLUMN trace_parent text;
      ALTER TABLE worker_tasks ADD COLUMN trace_parent text;
      COMMENT ON COLUMN executions.trace_parent IS 'the W3C traceparent of the request, when traces are on';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE worker_tasks DROP COLUMN trace_parent;
      ALTER TABLE executions DROP COLUMN trace_parent;
    `);
  }
}
