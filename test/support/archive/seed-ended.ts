import { randomUUID } from 'node:crypto';
import { computeRef } from '@app/chain';
import { newId } from '@app/common';
import { hashRequest, IntentsRepository } from '@app/intents';
import type { Database, SqlSession } from '@app/persistence';
import { acceptExecution } from '../../../libs/intents/src/executions/accept-execution.js';
import { cancelIntent } from '../../../libs/intents/src/executions/cancel-intent.js';

const BATCH_SIZE = 10_000;
const MINUTES = 1_000;

/**
 * Accepts and cancels an intent, and copies its rows with other ids and times, as if the events of the copies had expired.
 * @param since time of the first copy; the others follow within 1,000 minutes
 */
export async function seedEnded(
  database: Database,
  { intentId, count, since }: { readonly intentId: string; readonly count: number; readonly since: Date },
): Promise<void> {
  const acceptance = { intentId, requestId: randomUUID(), executionEnabled: true, maxQueued: 1_000_000 };
  const { id: executionId } = await acceptExecution(database, acceptance);
  await cancelIntent(database, intentId);
  await setRequestHash(database, intentId);
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const size = Math.min(BATCH_SIZE, count - from);
    const intentIds = Array.from({ length: size }, () => newId('agent_intent'));
    const executionIds = intentIds.map(() => newId('agent_execution'));
    const ids = [intentIds, executionIds, intentIds.map(computeRef)];
    const minutes = intentIds.map((_, index) => String(Math.floor(((from + index) / count) * MINUTES)));
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query('SET LOCAL statement_timeout = 0');
      for (const text of COPIES) await tx.query(text, [intentId, executionId, ...ids, minutes, since]);
    });
  }
  await database.query('VACUUM (ANALYZE)');
  await database.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(EXPIRE_SQL);
  });
}

async function setRequestHash(sql: SqlSession, intentId: string): Promise<void> {
  const intent = await new IntentsRepository(sql).find(intentId);
  if (intent === null) throw new Error('the intent is gone');
  await sql.query('UPDATE agent_intents SET request_hash = $2 WHERE id = $1', [intentId, hashRequest(intent)]);
}

const GIVEN_SQL = `(SELECT given.*, $7::timestamptz + minute * interval '1 minute' AS at, $1::text, $2::text
  FROM unnest($3::text[], $4::text[], $5::text[], $6::int[]) AS given (intent_id, execution_id, ref, minute)) AS g`;

function buildCopy(table: string, id: string, fields: string): string {
  return `INSERT INTO ${table} OVERRIDING USER VALUE
    SELECT copied.* FROM ${table} AS t CROSS JOIN ${GIVEN_SQL}
      CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object(${fields})) AS copied WHERE t.${id}`;
}

const COPIES = [
  buildCopy(
    'agent_intents',
    'id = $1',
    `'id', g.intent_id, 'current_execution_id', g.execution_id, 'created_at', g.at`,
  ),
  buildCopy(
    'executions',
    'id = $2',
    `'id', g.execution_id, 'intent_id', g.intent_id, 'ref', g.ref, 'created_at', g.at, 'completed_at', g.at`,
  ),
  buildCopy('execution_steps', 'execution_id = $2', `'execution_id', g.execution_id, 'created_at', g.at`),
];

/** The events of the copies count as expired. */
const EXPIRE_SQL = `
  WITH expired AS (DELETE FROM logged_events WHERE seq = 1 RETURNING log, hash)
  UPDATE event_logs AS l SET oldest_seq = 2, expired_hash = expired.hash FROM expired WHERE expired.log = l.log`;
