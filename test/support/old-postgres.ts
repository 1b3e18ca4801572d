import type pg from 'pg';

/** Has the database say to later connections that its server is PostgreSQL 14. */
export async function pretendPostgres14(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE SCHEMA pretended;
    GRANT USAGE ON SCHEMA pretended TO PUBLIC;
    CREATE FUNCTION pretended.version() RETURNS text LANGUAGE sql AS $$ SELECT 'PostgreSQL 14.22 on x86_64' $$;
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = pretended, pg_catalog, public', current_database());
    END $$`);
}
