import { computeRef } from '@app/chain';
import { newId } from '@app/common';
import { type ExecutionStatus, isFinished } from '@app/engine';
import type { SqlSession } from '@app/persistence';
import { randomAddress } from './requests.js';

export interface ExecutionFields {
  status?: ExecutionStatus;
  marketContractAddress?: string;
  broadcastPerformed?: boolean;
  transactionHash?: string;
  approveTransactionHash?: string;
  readback?: object;
  errorCode?: string;
  errorMessage?: string;
  /** Reason that the engine stores with the failed step. */
  failure?: string;
  retrySafe?: boolean;
  /** ISO 8601; now by default. */
  createdAt?: string;
}

/** Inserts an execution of an intent as the engine would. The intent's agent must have a wallet. */
export async function recordExecution(
  sql: SqlSession,
  intentId: string,
  fields: ExecutionFields = {},
): Promise<string> {
  const id = newId('agent_execution');
  const status = fields.status ?? 'executed';
  await sql.query(
    `INSERT INTO lanes (id) SELECT w.id FROM agent_wallets AS w JOIN agent_intents AS i ON i.agent_id = w.agent_id
     WHERE i.id = $1 ON CONFLICT DO NOTHING`,
    [intentId],
  );
  await sql.query(
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, status, ref,
       market_contract_address, broadcast_performed, transaction_hash, approve_transaction_hash, readback, error_code,
       error_message, retry_safe, created_at, completed_at)
     SELECT $1, i.id, i.agent_id, w.id, coalesce(w.agent_wallet_address, $15), i.action,
       (SELECT count(*) + 1 FROM executions AS e WHERE e.intent_id = i.id), $3, $4,
       coalesce($5, i.market_contract_address), $6, $7, $8, $9::jsonb, $10, $11, $12, coalesce($13::timestamptz, now()),
       CASE WHEN $14 THEN now() END
     FROM agent_intents AS i JOIN agent_wallets AS w ON w.agent_id = i.agent_id WHERE i.id = $2`,
    [
      id,
      intentId,
      status,
      computeRef(intentId),
      fields.marketContractAddress ?? null,
      fields.broadcastPerformed ?? status === 'executed',
      fields.transactionHash ?? null,
      fields.approveTransactionHash ?? null,
      fields.readback === undefined ? null : JSON.stringify(fields.readback),
      fields.errorCode ?? null,
      fields.errorMessage ?? null,
      fields.retrySafe ?? null,
      fields.createdAt ?? null,
      isFinished(status),
      randomAddress(),
    ],
  );
  if (fields.failure !== undefined) {
    await sql.query(
      `INSERT INTO execution_steps (execution_id, kind, status, failure_reason) VALUES ($1, 'main', 'failed', $2)`,
      [id, fields.failure],
    );
  }
  return id;
}
