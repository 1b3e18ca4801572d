import type { RowWrites, Sql } from '@app/persistence';
import type { PreviewedIntent } from './intent.entity.js';
import type { IntentWithWallet, NewIntent } from './intents.repository.js';
import { packPreview } from './packed-preview.js';

export type InsertedIntent = Pick<PreviewedIntent, 'id' | 'createdAt' | 'updatedAt'>;
export type ConfirmedRow = Pick<PreviewedIntent, 'id'>;

const INSERTED_COLUMNS = `id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount, outcome,
  resolver, collateral_token, close_timestamp, question, source_client, client_request_id, request_hash, warnings,
  min_multiple, packed_preview`;

/** In the order of their keys, so that two statements with the same keys wait for each other in one direction only. */
const INSERT = `
  WITH inserted AS (
    INSERT INTO agent_intents (${INSERTED_COLUMNS})
    SELECT ${INSERTED_COLUMNS} FROM json_populate_recordset(NULL::agent_intents, $1)
    ORDER BY agent_id, coalesce(source_client, ''), client_request_id
    ON CONFLICT (agent_id, coalesce(source_client, ''), client_request_id) WHERE client_request_id IS NOT NULL
    DO NOTHING RETURNING id, agent_id, created_at, updated_at)
  SELECT inserted.id, inserted.created_at AS "createdAt", inserted.updated_at AS "updatedAt"
  FROM inserted, ${lockedLogsOf('inserted')}`;

const CONFIRMED = `status = 'confirmed', confirmed_at = now(), updated_at = now()`;

const CONFIRM = `
  WITH wallet AS MATERIALIZED (SELECT policy_version FROM agent_wallets WHERE agent_id = $3 FOR SHARE)
  UPDATE agent_intents AS i SET ${CONFIRMED}
  WHERE i.id = $1 AND i.status = $2 AND i.status IN ('preview', 'failed')
    AND (SELECT policy_version FROM wallet) IS NOT DISTINCT FROM $4::bigint
  RETURNING i.id`;

/** Leaves out intents that are locked, that have no wallet, or whose wallet is locked. */
const CONFIRM_TOGETHER = `
  WITH request AS MATERIALIZED (
    SELECT id, agent_id, status, policy_version
    FROM json_to_recordset($1) AS request (id text, agent_id text, status text, policy_version bigint)
    WHERE status IN ('preview', 'failed')),
  wallet AS MATERIALIZED (
    SELECT agent_id, policy_version FROM agent_wallets
    WHERE agent_id = ANY (ARRAY(SELECT agent_id FROM request)) FOR SHARE SKIP LOCKED),
  intent AS MATERIALIZED (
    SELECT id, agent_id, status FROM agent_intents
    WHERE id = ANY (ARRAY(SELECT id FROM request)) FOR NO KEY UPDATE SKIP LOCKED),
  confirmed AS (
    UPDATE agent_intents AS i SET ${CONFIRMED}
    WHERE i.id = ANY (ARRAY(SELECT id FROM request
      JOIN intent USING (id, agent_id, status) JOIN wallet USING (agent_id, policy_version)))
    RETURNING i.id, i.agent_id)
  SELECT confirmed.id FROM confirmed, ${lockedLogsOf('confirmed')}`;

/** Inserts previews. */
export function intentInserts(sql: Sql): RowWrites<NewIntent, InsertedIntent> {
  const insert = (intents: readonly NewIntent[]): Promise<InsertedIntent[]> =>
    sql.query<InsertedIntent>(INSERT, [JSON.stringify(intents.map(rowOf))]);
  return { together: insert, alone: async (intent) => (await insert([intent]))[0] ?? null };
}

/** Moves previews and failed intents to `confirmed`. */
export function intentConfirmations(sql: Sql): RowWrites<IntentWithWallet, ConfirmedRow> {
  return {
    together: (intents) => sql.query<ConfirmedRow>(CONFIRM_TOGETHER, [JSON.stringify(intents.map(requestOf))]),
    alone: ({ id, status, agentId, wallet }) =>
      sql.queryOne<ConfirmedRow>(CONFIRM, [id, status, agentId, wallet?.policyVersion ?? null]),
  };
}

/** Locks the logs of the rows' agents, which the commit appends to. */
function lockedLogsOf(rows: string): string {
  return `(SELECT lock_agent_logs(array_agg(DISTINCT agent_id)) FROM ${rows}) AS locked`;
}

/** The row as JSON of its columns. */
function rowOf(intent: NewIntent): object {
  const packedPreview = packPreview(intent.preview);
  return {
    id: intent.id,
    agent_id: intent.agentId,
    action: intent.action,
    status: 'preview',
    user_wallet: intent.userWallet,
    market_id: intent.marketId,
    market_contract_address: intent.marketContractAddress,
    amount: intent.amount,
    outcome: intent.outcome,
    resolver: intent.resolver,
    collateral_token: intent.collateralToken,
    close_timestamp: intent.closeTimestamp,
    question: intent.question,
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    request_hash: intent.requestHash,
    warnings: intent.warnings,
    min_multiple: intent.minMultiple,
    packed_preview: packedPreview === null ? null : `\\x${packedPreview.toString('hex')}`,
  };
}

function requestOf({ id, agentId, status, wallet }: IntentWithWallet): object {
  return { id, agent_id: agentId, status, policy_version: wallet?.policyVersion ?? null };
}
