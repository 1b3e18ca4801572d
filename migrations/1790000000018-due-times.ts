import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Due times in microseconds. A column of milliseconds rounds every other `now()` up by half a millisecond: a worker woken
 * within that time found nothing due and left the work to the sweeper.
 */
export class DueTimes1790000000018 implements MigrationInterface {
  name = 'DueTimes1790000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE lanes ALTER COLUMN wake_at TYPE timestamptz;
      ALTER TABLE worker_tasks ALTER COLUMN wake_at TYPE timestamptz;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE worker_tasks ALTER COLUMN wake_at TYPE timestamptz(3);
      ALTER TABLE lanes ALTER COLUMN wake_at TYPE timestamptz(3);
    `);
  }
}
