import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Slots of the provider's rate limit, which pace the sends of lanes that come late. The new columns need no rewrite of a table. */
export class SendSlots1790000000026 implements MigrationInterface {
  name = 'SendSlots1790000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE lanes ADD COLUMN has_send_slot boolean NOT NULL DEFAULT false;
      COMMENT ON COLUMN lanes.token_due_at IS 'when it is the lane''s turn to send, or with has_send_slot the time of its send';
      COMMENT ON COLUMN lanes.has_send_slot IS 'whether the lane''s turn has come and it has a slot to send in';
      ALTER TABLE provider_accounts ADD COLUMN next_send_at timestamptz NOT NULL DEFAULT now();
      COMMENT ON COLUMN provider_accounts.next_token_at IS 'when the next lane without a turn has its turn';
      COMMENT ON COLUMN provider_accounts.next_send_at IS 'next free slot of the rate limit that all workers share';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE provider_accounts DROP COLUMN next_send_at;
      COMMENT ON COLUMN provider_accounts.next_token_at IS 'due time of the next token of the rate limit that all workers share';
      ALTER TABLE lanes DROP COLUMN has_send_slot;
      COMMENT ON COLUMN lanes.token_due_at IS 'due time of the provider token that is reserved for the lane';
    `);
  }
}
