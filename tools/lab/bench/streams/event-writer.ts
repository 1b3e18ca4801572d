import pg from 'pg';
import type { Secret } from '@app/common';

const CONNECTIONS = 8;
const TICK_MS = 5;
const INSERT_PREVIEW = `
  INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
  VALUES ($1, $2, 'claim_payout', 'preview', '0x', 'market', 'hash')`;

export interface WriterOptions {
  readonly url: Secret;
  readonly perSecond: number;
  readonly seconds: number;
  /** Returns the agent of the next event. */
  readonly pickAgent: () => string;
  /** Prefix of the ids of the intents. Unique per writer of a database. */
  readonly prefix?: string;
}

/**
 * Creates previews at a steady rate, each in its own transaction, and so one event each.
 * @returns time of each commit in ms, by intent id
 */
export async function writeEvents({
  url,
  perSecond,
  seconds,
  pickAgent,
  prefix = 'agent_intent_streamed',
}: WriterOptions): Promise<Map<string, number>> {
  const pool = new pg.Pool({ connectionString: url.reveal(), max: CONNECTIONS });
  const committedAtMs = new Map<string, number>();
  const writes: Promise<void>[] = [];
  const write = async (intentId: string): Promise<void> => {
    await pool.query({ name: 'preview', text: INSERT_PREVIEW, values: [intentId, pickAgent()] });
    committedAtMs.set(intentId, performance.now());
  };
  const startedMs = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedS = Math.min((performance.now() - startedMs) / 1_000, seconds);
      while (writes.length < elapsedS * perSecond) writes.push(write(`${prefix}_${writes.length}`));
      if (elapsedS < seconds) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await Promise.all(writes);
  await pool.end();
  return committedAtMs;
}
