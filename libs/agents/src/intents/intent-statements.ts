import type { Sql } from '@app/persistence';
import type { IntentPreview, IntentRecord, IntentRequest, PreviewedIntent } from './intent.js';
import {
  INTENT_COLUMNS,
  type IntentRow,
  PREVIEWED_COLUMNS,
  type PreviewedRow,
  toIntentRecord,
  toPreviewedIntent,
} from './intent-row.js';

export type NewIntent = IntentRequest &
  Pick<IntentRecord, 'id' | 'requestHash' | 'warnings'> & { preview: IntentPreview };

export async function findIntent(sql: Sql, id: string): Promise<IntentRecord | null> {
  return one(sql, `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`, [id]);
}

/** Those that there are, in any order. */
export async function findIntents(sql: Sql, ids: readonly string[]): Promise<IntentRecord[]> {
  const text = `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = ANY ($1::text[])`;
  return (await sql.query<IntentRow>(text, [ids])).map(toIntentRecord);
}

export async function findPreviewedIntent(sql: Sql, id: string): Promise<PreviewedIntent | null> {
  return onePreviewed(sql, `SELECT ${PREVIEWED_COLUMNS} FROM agent_intents AS i WHERE i.id = $1`, [id]);
}

/** Nobody else moves the intent until the transaction ends. The wallet is locked before it. */
export async function lockIntent(tx: Sql, id: string): Promise<IntentRecord | null> {
  return one(tx, `SELECT ${INTENT_COLUMNS} FROM agent_intents AS i WHERE i.id = $1 FOR UPDATE OF i`, [id]);
}

/** An intent by its idempotency key; a request without one has none. */
export async function findIntentByKey(
  sql: Sql,
  { agentId, sourceClient, clientRequestId }: IntentRequest,
): Promise<PreviewedIntent | null> {
  if (clientRequestId === null) return null;
  return onePreviewed(
    sql,
    `SELECT ${PREVIEWED_COLUMNS} FROM agent_intents AS i
     WHERE i.agent_id = $1 AND coalesce(i.source_client, '') = $2 AND i.client_request_id = $3`,
    [agentId, sourceClient ?? '', clientRequestId],
  );
}

/** Null when an intent with the same idempotency key is there already; of simultaneous calls one inserts. */
export async function insertIntent(sql: Sql, intent: NewIntent): Promise<PreviewedIntent | null> {
  return onePreviewed(
    sql,
    `INSERT INTO agent_intents AS i (id, agent_id, action, status, user_wallet, market_id, market_contract_address,
       amount, outcome, resolver, collateral_token, close_timestamp, question, source_client, client_request_id,
       request_hash, warnings, min_multiple, preview)
     VALUES ($1, $2, $3, 'preview', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::jsonb)
     ON CONFLICT (agent_id, coalesce(source_client, ''), client_request_id) WHERE client_request_id IS NOT NULL
     DO NOTHING RETURNING ${PREVIEWED_COLUMNS}`,
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
      intent.minMultiple,
      JSON.stringify(intent.preview),
    ],
  );
}

/** Of an agent's last hundred intents, how far back a repeat of the same request is looked for. */
const RECENT_INTENTS = 100;
const RECENT = `interval '10 minutes'`;

/** A recent intent of the agent that asks for the very same and was not given up; null when there is none. */
export async function findRecentDuplicate(
  sql: Sql,
  { agentId, requestHash }: Pick<IntentRecord, 'agentId' | 'requestHash'>,
): Promise<{ id: string } | null> {
  return sql.queryOne<{ id: string }>(
    `SELECT id FROM (
       SELECT id, request_hash, status, created_at FROM agent_intents WHERE agent_id = $1
       ORDER BY created_at DESC, id DESC LIMIT ${RECENT_INTENTS}) AS recent
     WHERE request_hash = $2 AND created_at > now() - ${RECENT} AND status NOT IN ('failed', 'cancelled') LIMIT 1`,
    [agentId, requestHash],
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

async function onePreviewed(
  sql: Sql,
  text: string,
  parameters: Parameters<Sql['query']>[1],
): Promise<PreviewedIntent | null> {
  const row = await sql.queryOne<PreviewedRow>(text, parameters);
  return row === null ? null : toPreviewedIntent(row);
}
