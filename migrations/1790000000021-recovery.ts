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

      SET LOCAL statement_timeout = 0;
      CREATE INDEX executions_ref_idx ON executions USING hash (ref);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX executions_ref_idx;
      ALTER TABLE engine_cluster DROP COLUMN reconcile_after_block;
      COMMENT ON COLUMN engine_cluster.reconcile_since IS
        'the database was restored or failed over: no lane is served until an operator has reconciled it with the chain';
      ALTER TABLE chain_blocks DROP COLUMN cluster;
      DROP FUNCTION cluster_identity;
    `);
  }
}
