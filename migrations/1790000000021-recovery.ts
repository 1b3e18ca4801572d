import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of a stake, aggregated from buys. */
const AGGREGATES = `sum(amount_base_units), sum(amount_base_units * price), min(block_time), max(block_time)`;

/**
 * Stakes as running sums, so that a buy does not read the account's earlier ones. Triggers keep them in step with the events
 * that any version of the indexer writes. A trigger's lock covers the first fill.
 */
const STAKES = `
  CREATE TABLE chain_stakes (
    market_contract_address text NOT NULL,
    account text NOT NULL,
    outcome text NOT NULL,
    stake_base_units numeric NOT NULL,
    cost numeric NOT NULL,
    first_at timestamptz(3) NOT NULL,
    last_at timestamptz(3) NOT NULL,
    CONSTRAINT chain_stakes_pkey PRIMARY KEY (market_contract_address, account, outcome)
  ) WITH (fillfactor = 70);
  COMMENT ON TABLE chain_stakes IS 'sums of the buys of an account, kept in step with chain_events by triggers';
  COMMENT ON COLUMN chain_stakes.cost IS 'sum of amount times price, for the average entry price';

  CREATE FUNCTION add_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chain_stakes AS s
    SELECT market_contract_address, account, outcome, ${AGGREGATES} FROM added WHERE name = 'Bought'
    GROUP BY market_contract_address, account, outcome
    ON CONFLICT (market_contract_address, account, outcome) DO UPDATE SET
      stake_base_units = s.stake_base_units + EXCLUDED.stake_base_units, cost = s.cost + EXCLUDED.cost,
      first_at = LEAST(s.first_at, EXCLUDED.first_at), last_at = GREATEST(s.last_at, EXCLUDED.last_at);
    RETURN NULL;
  END $$;
  CREATE FUNCTION remove_stakes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM chain_stakes AS s USING removed AS e WHERE e.name = 'Bought'
      AND s.market_contract_address = e.market_contract_address AND s.account = e.account AND s.outcome = e.outcome;
    INSERT INTO chain_stakes
    SELECT kept.market_contract_address, kept.account, kept.outcome, ${AGGREGATES}
    FROM chain_events AS kept WHERE kept.name = 'Bought' AND (kept.market_contract_address, kept.account, kept.outcome) IN
      (SELECT market_contract_address, account, outcome FROM removed WHERE name = 'Bought')
    GROUP BY kept.market_contract_address, kept.account, kept.outcome;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chain_events_add_stakes AFTER INSERT ON chain_events
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_stakes();
  CREATE TRIGGER chain_events_remove_stakes AFTER DELETE ON chain_events
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_stakes();
  INSERT INTO chain_stakes
  SELECT market_contract_address, account, outcome, ${AGGREGATES} FROM chain_events WHERE name = 'Bought'
  GROUP BY market_contract_address, account, outcome`;

/**
 * Automatic reconciliation after a restore or failover, heartbeats of workers, pauses without shared row locks, and stakes.
 * While it builds an index and the stakes, executions and chain events cannot be written; reads go on.
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
    await runner.query(STAKES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER chain_events_add_stakes ON chain_events;
      DROP TRIGGER chain_events_remove_stakes ON chain_events;
      DROP FUNCTION add_stakes, remove_stakes;
      DROP TABLE chain_stakes;
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
