import { type Action, normalizeDecimal } from '@app/common';
import type { ExecutionStatus } from '../executions/execution.js';
import type { IntentOutcome, IntentPreview, IntentRecord, IntentStatus, PreviewedIntent } from './intent.js';

/**
 * What a record is selected from: the columns of `agent_intents AS i`, and the status of its latest attempt, which the
 * unique key on (intent_id, attempt) finds.
 */
export const INTENT_COLUMNS = `i.id, i.agent_id, i.action, i.status, i.user_wallet, i.market_id,
  i.market_contract_address, i.amount, i.min_multiple, i.outcome, i.resolver, i.collateral_token, i.close_timestamp, i.question,
  i.source_client, i.client_request_id, i.request_hash, i.warnings, i.current_execution_id, i.executions_count,
  i.created_at, i.updated_at, i.confirmed_at, i.executed_at,
  (SELECT e.status FROM executions AS e WHERE e.intent_id = i.id ORDER BY e.attempt DESC LIMIT 1)
    AS latest_execution_status`;

/** The same and what was foreseen, which only whoever shows the intent needs. */
export const PREVIEWED_COLUMNS = `${INTENT_COLUMNS}, i.preview`;

/** A type rather than an interface, so that it fits what the driver calls a row. */
export type IntentRow = {
  id: string;
  agent_id: string;
  action: Action;
  status: IntentStatus;
  user_wallet: string;
  market_id: string;
  market_contract_address: string | null;
  amount: string | null;
  min_multiple: string | null;
  outcome: IntentOutcome | null;
  resolver: string | null;
  collateral_token: string | null;
  close_timestamp: Date | null;
  question: string | null;
  source_client: string | null;
  client_request_id: string | null;
  request_hash: string;
  warnings: string[];
  current_execution_id: string | null;
  executions_count: number;
  latest_execution_status: ExecutionStatus | null;
  created_at: Date;
  updated_at: Date;
  confirmed_at: Date | null;
  executed_at: Date | null;
};

export type PreviewedRow = IntentRow & { preview: IntentPreview | null };

export function toPreviewedIntent(row: PreviewedRow): PreviewedIntent {
  return { ...toIntentRecord(row), preview: row.preview };
}

export function toIntentRecord(row: IntentRow): IntentRecord {
  return {
    id: row.id,
    agentId: row.agent_id,
    action: row.action,
    status: row.status,
    userWallet: row.user_wallet,
    marketId: row.market_id,
    marketContractAddress: row.market_contract_address,
    amount: row.amount === null ? null : normalizeDecimal(row.amount),
    minMultiple: row.min_multiple === null ? null : normalizeDecimal(row.min_multiple),
    outcome: row.outcome,
    resolver: row.resolver,
    collateralToken: row.collateral_token,
    closeTimestamp: row.close_timestamp,
    question: row.question,
    sourceClient: row.source_client,
    clientRequestId: row.client_request_id,
    requestHash: row.request_hash,
    warnings: row.warnings,
    currentExecutionId: row.current_execution_id,
    executionsCount: row.executions_count,
    latestExecutionStatus: row.latest_execution_status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    confirmedAt: row.confirmed_at,
    executedAt: row.executed_at,
  };
}
