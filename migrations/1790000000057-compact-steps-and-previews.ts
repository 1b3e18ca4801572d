import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Steps no longer repeat what their body, their intent and the event of their arming have, and previews are stored
 * compressed. Locks both tables for a moment and rewrites nothing: existing rows keep their form.
 */
export class CompactStepsAndPreviews1790000000057 implements MigrationInterface {
  name = 'CompactStepsAndPreviews1790000000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      COMMENT ON COLUMN execution_steps.call_data IS 'of older versions only; the body has it';
      COMMENT ON COLUMN execution_steps.body_hash IS 'of older versions only; the event of the arming has it';
      ALTER TABLE agent_intents ADD COLUMN packed_preview bytea;
      COMMENT ON COLUMN agent_intents.packed_preview IS 'checks and quote of when it was made: JSON, deflated';
      COMMENT ON COLUMN agent_intents.preview IS 'of older versions only';`);
  }

  /** Loses the compressed previews. A step that a keystore has signed and not finished waits for its deadline. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      SET LOCAL statement_timeout = 0;
      UPDATE execution_steps SET body_hash = encode(sha256(convert_to(body, 'UTF8')), 'hex'),
        call_data = CASE WHEN body LIKE '{%' THEN body::jsonb ->> 'callData' END
      WHERE body IS NOT NULL AND body_hash IS NULL;
      COMMENT ON COLUMN execution_steps.call_data IS NULL;
      COMMENT ON COLUMN execution_steps.body_hash IS NULL;
      ALTER TABLE agent_intents DROP COLUMN packed_preview;
      COMMENT ON COLUMN agent_intents.preview IS 'checks and quote of when it was made; null: older than they are';`);
  }
}
