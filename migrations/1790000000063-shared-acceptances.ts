import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets one statement accept executions of several lanes without waiting for a lock. An execution does not wait for paused
 * ones of its lane any more: a worker skips them. Locks no table.
 */
export class SharedAcceptances1790000000063 implements MigrationInterface {
  name = 'SharedAcceptances1790000000063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lockLane(`AND waiting_for IS DISTINCT FROM 'paused'`));
    await runner.query(`
      COMMENT ON FUNCTION lock_lane IS
        'locks a lane, created if needed, until the transaction ends; whether its queue is full, and whether it has live executions that are not paused';
      CREATE FUNCTION lock_available_lanes(lane_ids uuid[], max_queued integer)
      RETURNS TABLE (lane_id uuid, is_full boolean, is_busy boolean)
      LANGUAGE plpgsql VOLATILE AS $$
      DECLARE
        locked_ids uuid[] := ARRAY(SELECT id FROM lanes WHERE id = ANY (lane_ids) FOR NO KEY UPDATE SKIP LOCKED);
      BEGIN
        RETURN QUERY SELECT locked.id, lane.is_full, lane.is_busy
          FROM unnest(locked_ids) AS locked (id) CROSS JOIN LATERAL lock_lane(locked.id, max_queued) AS lane;
      END $$;
      COMMENT ON FUNCTION lock_available_lanes IS
        'lock_lane for those of the lanes that exist and are not locked; waits for no lock';

      CREATE FUNCTION lock_available_pauses(of_action text) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RETURN CASE WHEN pg_try_advisory_xact_lock_shared('execution_pauses'::regclass::oid::bigint)
          THEN lock_pauses(of_action) END;
      END $$;
      COMMENT ON FUNCTION lock_available_pauses IS 'lock_pauses, or null during a change of the pauses; waits for no lock';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION lock_available_pauses, lock_available_lanes');
    await runner.query(lockLane(''));
    await runner.query(`
      COMMENT ON FUNCTION lock_lane IS
        'locks a lane, created if needed, until the transaction ends; whether its queue is full, and whether it has live executions'`);
  }
}

function lockLane(busyWith: string): string {
  return `
      CREATE OR REPLACE FUNCTION lock_lane(of_lane uuid, max_queued integer, OUT is_full boolean, OUT is_busy boolean)
      LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        INSERT INTO lanes (id, wake_at) VALUES (of_lane, now()) ON CONFLICT (id) DO NOTHING;
        PERFORM FROM lanes WHERE id = of_lane FOR NO KEY UPDATE;
        is_full := EXISTS (SELECT FROM executions WHERE lane_id = of_lane AND status = 'queued' OFFSET max_queued - 1);
        is_busy := EXISTS (SELECT FROM executions
          WHERE lane_id = of_lane AND status IN ('queued', 'submitting', 'broadcast', 'unknown') ${busyWith});
      END $$;`;
}
