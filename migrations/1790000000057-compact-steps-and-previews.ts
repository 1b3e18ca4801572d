import type { MigrationInterface, QueryRunner } from 'typeorm';
import { findSignedTransaction } from '@app/chain';

const BATCH_SIZE = 1_000;

/**
 * Steps no longer repeat what their body, their intent and the event of their arming have, and previews are stored
 * compressed. Locks both tables for a moment and rewrites nothing: existing rows keep their form.
 */
export class CompactStepsAndPreviews1790000000057 implements MigrationInterface {
  name = 'CompactStepsAndPreviews1790000000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      COMMENT ON COLUMN execution_steps.call_data IS 'of older versions only; it is derived from the intent, and the body has it';
      COMMENT ON COLUMN execution_steps.body_hash IS 'of older versions only; the event of the arming has it';
      ALTER TABLE agent_intents ADD COLUMN packed_preview bytea;
      COMMENT ON COLUMN agent_intents.packed_preview IS 'checks and quote of when it was made: JSON, deflated';
      COMMENT ON COLUMN agent_intents.preview IS 'of older versions only';`);
  }

  /** Restores the steps. Previews made since are lost: they tell what was shown, and nothing depends on them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0');
    await restoreSteps(runner);
    await runner.query(`
      COMMENT ON COLUMN execution_steps.call_data IS NULL;
      COMMENT ON COLUMN execution_steps.body_hash IS NULL;
      ALTER TABLE agent_intents DROP COLUMN packed_preview;
      COMMENT ON COLUMN agent_intents.preview IS 'checks and quote of when it was made; null: older than they are';`);
  }
}

async function restoreSteps(runner: QueryRunner): Promise<void> {
  for (;;) {
    const steps = await runner.manager.query<{ id: string; kind: string; body: string }[]>(
      `SELECT execution_id AS id, kind, body FROM execution_steps WHERE body IS NOT NULL AND body_hash IS NULL LIMIT $1`,
      [BATCH_SIZE],
    );
    if (steps.length === 0) return;
    await runner.query(
      `UPDATE execution_steps AS step SET body_hash = encode(sha256(convert_to(body, 'UTF8')), 'hex'),
         call_data = restored.call_data
       FROM unnest($1::text[], $2::text[], $3::text[]) AS restored (id, kind, call_data)
       WHERE step.execution_id = restored.id AND step.kind = restored.kind`,
      [steps.map(({ id }) => id), steps.map(({ kind }) => kind), steps.map(({ body }) => callDataOf(body))],
    );
  }
}

/** A keystore's body is a signed transaction, a provider's body is JSON. */
function callDataOf(body: string): string | null {
  const signed = findSignedTransaction(body);
  return signed === null ? (/"callData":"(0x[0-9a-f]*)"/.exec(body)?.[1] ?? null) : signed.data;
}
