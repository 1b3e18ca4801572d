import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets statements that write rows of several agents or markets take the locks that they need without waiting. A statement
 * that waited for one lock while it held another could deadlock with the indexer. Locks no table.
 */
export class SharedWrites1790000000062 implements MigrationInterface {
  name = 'SharedWrites1790000000062';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION lock_available_logs(agent_ids text[]) RETURNS SETOF text
      LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT substr(log, length('agent:') + 1) FROM event_logs
        WHERE log = ANY (ARRAY(SELECT 'agent:' || agent_id FROM unnest(agent_ids) AS agent_id))
        FOR NO KEY UPDATE SKIP LOCKED
      $$;
      COMMENT ON FUNCTION lock_available_logs IS
        'locks, until the commit, those logs of the agents that exist and are not locked; returns their agents';
      REVOKE EXECUTE ON FUNCTION lock_available_logs FROM PUBLIC;

      CREATE FUNCTION lock_available_markets(market_ids uuid[]) RETURNS SETOF uuid
      LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
        SELECT id FROM markets WHERE id = ANY (ARRAY(SELECT unnest(market_ids))) FOR KEY SHARE SKIP LOCKED
      $$;
      COMMENT ON FUNCTION lock_available_markets IS
        'locks, until the commit, those of the markets that may be referred to without waiting; returns them';
      REVOKE EXECUTE ON FUNCTION lock_available_markets FROM PUBLIC;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION lock_available_markets, lock_available_logs');
  }
}
