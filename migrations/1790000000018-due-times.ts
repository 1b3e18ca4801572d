import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is due at once is due at once: a column of milliseconds rounds, so every other `now()` lay up to half a millisecond
 * ahead, and a worker that was rung within that time found nothing due and left the work to the sweeper.
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
