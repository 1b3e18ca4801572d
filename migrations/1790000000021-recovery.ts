import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Automatic reconciliation after a restore or failover. Building the index on executions blocks their writes; everything
 * else touches small tables.
 */
export class Recovery1790000000021 implements MigrationInterface {
  name = 'Recovery1790000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION cluster_identity() RETURNS text LANGUAGE sql STABLE AS $$
        SELECT system_identifier || '/' || ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
        FROM pg_control_system()
      $$;
      COMMENT ON FUNCTION cluster_identity IS 'system identifier and timeline of the PostgreSQL cluster';

      ALTER TABLE chain_blocks ADD COLUMN cluster text NOT NULL DEFAULT cluster_identity();
      COMMENT ON COLUMN chain_blocks.cluster IS
        'the cluster that indexed the block: after a restore, it separates restored blocks from newly indexed ones';

      ALTER TABLE engine_cluster ADD COLUMN reconcile_after_block bigint;
      COMMENT ON COLUMN engine_cluster.reconcile_since IS
        'the database was restored or failed over: no lane is served until the records are reconciled with the chain';
      COMMENT ON COLUMN engine_cluster.reconcile_after_block IS
        'last block that the restored database had indexed; effects after it may lack their execution';

      CREATE TABLE worker_heartbeats (
        worker_id uuid NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        CONSTRAINT worker_heartbeats_pkey PRIMARY KEY (worker_id)
      ) WITH (fillfactor = 50);
      COMMENT ON TABLE worker_heartbeats IS 'workers that serve lanes; executes are accepted while one has not expired';
      INSERT INTO worker_heartbeats (worker_id, expires_at)
        SELECT gen_random_uuid(), now() + interval '1 hour' FROM provider_accounts WHERE configured;
      COMMENT ON COLUMN provider_accounts.configured IS 'written and read only by processes without heartbeats';

      CREATE FUNCTION lock_pauses(of_action text) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared('execution_pauses'::regclass::oid::bigint);
        RETURN ARRAY(SELECT scope FROM execution_pauses WHERE paused AND scope IN ('global', of_action) ORDER BY scope);
      END $$;
      COMMENT ON FUNCTION lock_pauses IS
        'paused scopes of an action, which cannot change until the transaction ends. A shared row lock would write a multixact';
      CREATE FUNCTION lock_pause_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock('execution_pauses'::regclass::oid::bigint);
        RETURN NULL;
      END $$;
      CREATE TRIGGER execution_pauses_lock BEFORE UPDATE ON execution_pauses
        FOR EACH STATEMENT EXECUTE FUNCTION lock_pause_change();

      SET LOCAL statement_timeout = 0;
      CREATE INDEX executions_ref_idx ON executions USING hash (ref);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX executions_ref_idx;
      DROP TRIGGER execution_pauses_lock ON execution_pauses;
      DROP FUNCTION lock_pause_change, lock_pauses;
      COMMENT ON COLUMN provider_accounts.configured IS 'said by a worker at its start; the API holds no credential to judge by';
      DROP TABLE worker_heartbeats;
      ALTER TABLE engine_cluster DROP COLUMN reconcile_after_block;
      COMMENT ON COLUMN engine_cluster.reconcile_since IS
        'the database was restored or failed over: no lane is served until an operator has reconciled it with the chain';
      ALTER TABLE chain_blocks DROP COLUMN cluster;
      DROP FUNCTION cluster_identity;
    `);
  }
}
