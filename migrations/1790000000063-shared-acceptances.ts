import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets one statement accept executions of several lanes without waiting for a lock. Locks no table. */
export class SharedAcceptances1790000000063 implements MigrationInterface {
  name = 'SharedAcceptances1790000000063';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION has_unpaused(of_lane uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RETURN EXISTS (SELECT FROM executions
          WHERE lane_id = of_lane AND status IN ('queued', 'submitting', 'broadcast', 'unknown')
            AND waiting_for IS DISTINCT FROM 'paused');
      END $$;
      COMMENT ON FUNCTION has_unpaused IS
        'whether a lane has live executions that are not marked as paused. Call it under the lock of the lane';

      CREATE FUNCTION lock_available_lanes(lane_ids uuid[], max_queued integer)
      RETURNS TABLE (lane_id uuid, is_full boolean, is_busy boolean, is_behind_unpaused boolean)
      LANGUAGE plpgsql VOLATILE AS $$
      DECLARE
        locked_ids uuid[] := ARRAY(SELECT id FROM lanes WHERE id = ANY (lane_ids) FOR NO KEY UPDATE SKIP LOCKED);
      BEGIN
        RETURN QUERY SELECT locked.id, lane.is_full, lane.is_busy, lane.is_busy AND has_unpaused(locked.id)
          FROM unnest(locked_ids) AS locked (id) CROSS JOIN LATERAL lock_lane(locked.id, max_queued) AS lane;
      END $$;
      COMMENT ON FUNCTION lock_available_lanes IS
        'lock_lane and has_unpaused for those of the lanes that exist and are not locked; waits for no lock';

      CREATE FUNCTION lock_available_pauses(of_action text) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        RETURN CASE WHEN pg_try_advisory_xact_lock_shared('execution_pauses'::regclass::oid::bigint)
          THEN lock_pauses(of_action) END;
      END $$;
      COMMENT ON FUNCTION lock_available_pauses IS 'lock_pauses, or null during a change of the pauses; waits for no lock';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION lock_available_pauses, lock_available_lanes, has_unpaused');
  }
}
