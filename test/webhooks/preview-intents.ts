import { randomUUID } from 'node:crypto';
import type { SqlSession } from '@app/persistence';

/** Inserts previews of an agent, each of which is an event of its log. */
export async function previewIntents(sql: SqlSession, agentId: string, count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await sql.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
       VALUES ($1, $2, 'claim_payout', 'preview', '0x', 'm', 'h')`,
      [`agent_intent_${randomUUID()}`, agentId],
    );
  }
}
