import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a worker's custody pays for gas, for previews. A column with a constant default rewrites no table. */
export class PaidGas1790000000024 implements MigrationInterface {
  name = 'PaidGas1790000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE worker_heartbeats ADD COLUMN pays_gas boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE worker_heartbeats DROP COLUMN pays_gas`);
  }
}
