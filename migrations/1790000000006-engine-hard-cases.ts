import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Handling of stuck transactions, a restored database and an altered event history. */
export class EngineHardCases1790000000006 implements MigrationInterface {
  name = 'EngineHardCases1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE execution_steps
        ADD COLUMN accelerations integer NOT NULL DEFAULT 0,
        ADD COLUMN acceleration_key uuid,
        ADD COLUMN accelerated_at timestamptz(3);
      COMMENT ON COLUMN execution_steps.acceleration_key IS 'of an acceleration that has not been answered yet: it is repeated under this key';

      CREATE TABLE execution_event_anchors (
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        covers_until timestamptz(3) NOT NULL,
        events bigint NOT NULL,
        previous_hash text NOT NULL,
        hash text NOT NULL,
        CONSTRAINT execution_event_anchors_pkey PRIMARY KEY (id),
        CONSTRAINT execution_event_anchors_covers_until_key UNIQUE (covers_until)
      );
      COMMENT ON TABLE execution_event_anchors IS
        'append-only; each row hashes all events since the one before, so that a whole execution that is gone shows too';
      CREATE TRIGGER execution_event_anchors_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON execution_event_anchors
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

      CREATE TABLE engine_cluster (
        singleton boolean NOT NULL DEFAULT true,
        system_identifier text NOT NULL,
        timeline integer NOT NULL,
        reconcile_since timestamptz(3),
        CONSTRAINT engine_cluster_pkey PRIMARY KEY (singleton),
        CONSTRAINT engine_cluster_singleton_check CHECK (singleton)
      );
      COMMENT ON TABLE engine_cluster IS 'the PostgreSQL cluster that the executions were last seen in';
      COMMENT ON COLUMN engine_cluster.reconcile_since IS
        'the database was restored or failed over: no lane is served until an operator has reconciled it with the chain';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE engine_cluster, execution_event_anchors;
      ALTER TABLE execution_steps DROP COLUMN accelerations, DROP COLUMN acceleration_key, DROP COLUMN accelerated_at;
    `);
  }
}
