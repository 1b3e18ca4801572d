import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Statements that write intents of several agents lock the agents' logs without waiting. A transaction that waited for one
 * log while it held another could deadlock with the indexer, which appends to logs in the order of the chain. Adds a
 * function and locks no table.
 */
export class SharedIntentWrites1790000000062 implements MigrationInterface {
  name = 'SharedIntentWrites1790000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION lock_agent_logs(agent_ids text[]) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE
        locked bigint;
      BEGIN
        IF cardinality(agent_ids) > 1 THEN
          PERFORM FROM event_logs WHERE log = ANY (ARRAY(SELECT 'agent:' || agent_id FROM unnest(agent_ids) AS agent_id))
            FOR NO KEY UPDATE NOWAIT;
          GET DIAGNOSTICS locked = ROW_COUNT;
          IF locked < cardinality(agent_ids) THEN
            RAISE EXCEPTION 'a log has no head yet' USING ERRCODE = 'lock_not_available';
          END IF;
        END IF;
      END $$;
      COMMENT ON FUNCTION lock_agent_logs IS
        'locks the logs of several different agents until the commit, or fails at once; one log is left to append_event';
      REVOKE EXECUTE ON FUNCTION lock_agent_logs FROM PUBLIC;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION lock_agent_logs');
  }
}
