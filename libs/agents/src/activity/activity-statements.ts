import { type Action, normalizeDecimal, type Page, PAGE_LIMIT_MAX, type PageRequest, toPage } from '@app/common';
import type { Sql } from '@app/persistence';
import type { ExecutionStatus } from '../executions/execution.js';
import type { IntentOutcome, IntentStatus } from '../intents/intent.js';
import type { ActivityItem } from './activity-item.js';

type ActivityRow = {
  type: 'intent' | 'execution';
  id: string;
  intent_id: string;
  action: Action;
  status: IntentStatus | ExecutionStatus;
  market_id: string;
  market_contract_address: string | null;
  amount: string | null;
  outcome: IntentOutcome | null;
  approve_transaction_hash: string | null;
  transaction_hash: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * Intents and executions in one order, newest first. Each side reads no more than a page from its own index on
 * (agent_id, created_at, id); ids of the two kinds never tie.
 */
const ACTIVITY = `
  (SELECT 'intent' AS type, i.id, i.id AS intent_id, i.action, i.status, i.market_id, i.market_contract_address,
     i.amount, i.outcome, NULL AS approve_transaction_hash, NULL AS transaction_hash, NULL AS error_code,
     NULL AS error_message, i.created_at, i.updated_at
   FROM agent_intents AS i
   WHERE i.agent_id = $1 AND (i.created_at, i.id) < ($2::timestamptz, $3)
   ORDER BY i.created_at DESC, i.id DESC LIMIT ${PAGE_LIMIT_MAX + 1})
  UNION ALL
  (SELECT 'execution', e.id, e.intent_id, e.action, e.status, i.market_id,
     coalesce(e.market_contract_address, i.market_contract_address), i.amount, i.outcome, e.approve_transaction_hash,
     e.transaction_hash, e.error_code, e.error_message, e.created_at, e.updated_at
   FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
   WHERE e.agent_id = $1 AND (e.created_at, e.id) < ($2::timestamptz, $3)
   ORDER BY e.created_at DESC, e.id DESC LIMIT ${PAGE_LIMIT_MAX + 1})
  ORDER BY created_at DESC, id DESC LIMIT ${PAGE_LIMIT_MAX + 1}`;

export async function listActivity(sql: Sql, agentId: string, page: PageRequest): Promise<Page<ActivityItem>> {
  const { limit, after } = page;
  const rows = await sql.query<ActivityRow>(ACTIVITY, [agentId, after?.at ?? 'infinity', after?.id ?? '']);
  return toPage(rows.map(toItem), limit, ({ createdAt, id }) => ({ at: createdAt, id }));
}

function toItem(row: ActivityRow): ActivityItem {
  return {
    type: row.type,
    id: row.id,
    intentId: row.intent_id,
    action: row.action,
    status: row.status,
    marketId: row.market_id,
    marketContractAddress: row.market_contract_address,
    amount: row.amount === null ? null : normalizeDecimal(row.amount),
    outcome: row.outcome,
    approveTransactionHash: row.approve_transaction_hash,
    transactionHash: row.transaction_hash,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
