import type { Sql } from '@app/persistence';
import type { IntentRecord, IntentRequest } from '../domain/intent.js';
import { INTENT_COLUMNS, type IntentRow, toIntentRecord } from './intent-row.js';

export type NewIntent = IntentRequest & Pick<IntentRecord, 'id' | 'requestHash' | 'warnings'>;

export async function findIntent(sql: Sql, id: string): Promise<IntentRecord | null> {
  return one(sql, `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`, [id]);
}

/** Nobody else moves the intent until the transaction ends. The wallet is locked before it. */
export async function lockIntent(tx: Sql, id: string): Promise<IntentRecord | null> {
  return one(tx, `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1 FOR UPDATE OF i`, [id]);
}

/** An intent by its idempotency key; a request without one has none. */
export async function findIntentByKey(
  sql: Sql,
  { agentId, sourceClient, clientRequestId }: IntentRequest,
): Promise<IntentRecord | null> {
  if (clientRequestId === null) return null;
  return one(
    sql,
    `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i
     WHERE i.agent_id = $1 AND coalesce(i.source_client, '') = $2 AND i.client_request_id = $3`,
    [agentId, sourceClient ?? '', clientRequestId],
  );
}

/** Null when an intent with the same idempotency key is there already; of simultaneous calls one inserts. */
export async function insertIntent(sql: Sql, intent: NewIntent): Promise<IntentRecord | null> {
  return one(
    sql,
    `INSERT INTO agent_intents AS i (id, agent_id, action, status, user_wallet, market_id, market_contract_address,
       amount, outcome, resolver, collateral_token, close_timestamp, question, source_client, client_request_id,
       request_hash, warnings)
     VALUES ($1, $2, $3, 'preview', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     ON CONFLICT (agent_id, coalesce(source_client, ''), client_request_id) WHERE client_request_id IS NOT NULL
     DO NOTHING RETURNING ${INTENT_COLUMNS}`,
    [
      intent.id,
      intent.agentId,
      intent.action,
      intent.userWallet,
      intent.marketId,
      intent.marketContractAddress,
      intent.amount,
      intent.outcome,
      intent.resolver,
      intent.collateralToken,
      intent.closeTimestamp,
      intent.question,
      intent.sourceClient,
      intent.clientRequestId,
      intent.requestHash,
      intent.warnings,
    ],
  );
}

/** Moves an intent to `confirmed`; null when it is in no state from which that is possible, which includes confirmed. */
export async function confirmIntent(tx: Sql, id: string): Promise<IntentRecord | null> {
  return one(
    tx,
    `UPDATE agent_intents AS i SET status = 'confirmed', confirmed_at = now(), updated_at = now()
     WHERE i.id = $1 AND i.status IN ('preview', 'failed') RETURNING ${INTENT_COLUMNS}`,
    [id],
  );
}

async function one(sql: Sql, text: string, parameters: Parameters<Sql['query']>[1]): Promise<IntentRecord | null> {
  const row = await sql.queryOne<IntentRow>(text, parameters);
  return row === null ? null : toIntentRecord(row);
}
