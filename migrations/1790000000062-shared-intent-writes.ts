import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets statements that write intents of several agents lock the agents' logs without waiting. The indexer locks logs in the
 * order of the chain, so a statement that waited for one log while it held another could deadlock. Locks no table.
 */
export class SharedIntentWrites1790000000062 implements MigrationInterface {
  name = 'SharedIntentWrites1790000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION lock_free_logs(agent_ids text[]) RETURNS SETOF text
      LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT substr(log, length('agent:') + 1) FROM event_logs
        WHERE log = ANY (ARRAY(SELECT 'agent:' || agent_id FROM unnest(agent_ids) AS agent_id))
        FOR NO KEY UPDATE SKIP LOCKED
      $$;
      COMMENT ON FUNCTION lock_free_logs IS
        'locks, until the commit, those logs of the agents that exist and are not locked; returns their agents';
      REVOKE EXECUTE ON FUNCTION lock_free_logs FROM PUBLIC;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION lock_free_logs');
  }
}
