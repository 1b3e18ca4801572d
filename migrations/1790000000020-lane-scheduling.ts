import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Scheduling of lanes: claims per block, reserved tokens of the provider's rate limit, and quarantine. The new columns need
 * no rewrite of a table. The indexes are partial and contain live rows only, so that building them takes a moment.
 */
export class LaneScheduling1790000000020 implements MigrationInterface {
  name = 'LaneScheduling1790000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE lanes
        ADD COLUMN wait_block bigint,
        ADD COLUMN token_due_at timestamptz,
        ADD COLUMN failures integer NOT NULL DEFAULT 0,
        ADD COLUMN quarantined_at timestamptz(3);
      COMMENT ON COLUMN lanes.wait_block IS 'block from which the lane is served before wake_at';
      COMMENT ON COLUMN lanes.token_due_at IS 'due time of the provider token that is reserved for the lane';
      COMMENT ON COLUMN lanes.failures IS 'consecutive unexpected errors';
      COMMENT ON COLUMN lanes.quarantined_at IS 'the lane is served again after an operator has released it';
      CREATE INDEX lanes_wait_block_idx ON lanes (wait_block) WHERE wait_block IS NOT NULL;
      CREATE INDEX lanes_quarantined_idx ON lanes (id) WHERE quarantined_at IS NOT NULL;

      ALTER TABLE provider_accounts
        DROP COLUMN tokens,
        DROP COLUMN refilled_at,
        ADD COLUMN next_token_at timestamptz NOT NULL DEFAULT now();
      COMMENT ON COLUMN provider_accounts.next_token_at IS 'due time of the next token of the rate limit that all workers share';

      CREATE INDEX executions_active_idx ON executions (lane_id, seq)
        WHERE status IN ('submitting', 'broadcast', 'unknown');
      CREATE INDEX executions_untouched_idx ON executions (created_at)
        WHERE status = 'queued' AND waiting_for IS NULL AND tries = 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX executions_untouched_idx, executions_active_idx, lanes_quarantined_idx, lanes_wait_block_idx;
      ALTER TABLE provider_accounts
        DROP COLUMN next_token_at,
        ADD COLUMN tokens double precision NOT NULL DEFAULT 0,
        ADD COLUMN refilled_at timestamptz NOT NULL DEFAULT now();
      COMMENT ON COLUMN provider_accounts.tokens IS 'the bucket that all workers draw their writes from';
      ALTER TABLE lanes
        DROP COLUMN quarantined_at,
        DROP COLUMN failures,
        DROP COLUMN token_due_at,
        DROP COLUMN wait_block;
    `);
  }
}
