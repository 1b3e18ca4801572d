import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets one statement accept an execution. Within it, only a volatile function sees what was committed before the lock. */
export class LaneLocks1790000000038 implements MigrationInterface {
  name = 'LaneLocks1790000000038';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION lock_lane(of_lane uuid, max_queued integer, OUT is_full boolean, OUT is_busy boolean)
      LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        INSERT INTO lanes (id, wake_at) VALUES (of_lane, now()) ON CONFLICT (id) DO NOTHING;
        PERFORM FROM lanes WHERE id = of_lane FOR NO KEY UPDATE;
        is_full := EXISTS (SELECT FROM executions WHERE lane_id = of_lane AND status = 'queued' OFFSET max_queued - 1);
        is_busy := EXISTS (SELECT FROM executions
          WHERE lane_id = of_lane AND status IN ('queued', 'submitting', 'broadcast', 'unknown'));
      END $$;
      COMMENT ON FUNCTION lock_lane IS
        'locks a lane, created if needed, until the transaction ends; whether its queue is full, and whether it has live executions';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION lock_lane');
  }
}
