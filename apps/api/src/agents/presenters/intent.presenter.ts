import type { Check, ConfirmedIntent, PlannedCall, PreviewedIntent } from '@app/agents';
import { EXECUTION_CHAIN, EXECUTION_MODE } from '@app/common';
import { argumentsOf, refOf } from '@app/contracts';
import { presentQuote } from '../../core/quotes/quote.presenter.js';
import { timestampOf } from '../../http/index.js';
import type { CallBody, CheckBody, IntentBody, PlanBody } from './intent.shape.js';
import { checksummed } from './wallet.presenter.js';

export function presentIntent(intent: PreviewedIntent): IntentBody {
  return {
    intent_id: intent.id,
    agent_id: intent.agentId,
    action: intent.action,
    status: intent.status,
    requires_confirmation: intent.status === 'preview' || intent.status === 'failed',
    user_wallet: checksummed(intent.userWallet),
    market_id: intent.marketId,
    market_contract_address: checksummed(intent.marketContractAddress),
    amount: intent.amount,
    min_multiple: intent.minMultiple,
    outcome: intent.outcome,
    resolver: checksummed(intent.resolver),
    collateral_token: checksummed(intent.collateralToken),
    close_timestamp: timestampOf(intent.closeTimestamp),
    question: intent.question,
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    // What is recorded was valid; anything else was answered with 400 and is nowhere.
    validation_result: { valid: true, errors: [], checks: (intent.preview?.checks ?? []).map(presentCheck) },
    quote: intent.preview === null || intent.preview.quote === null ? null : presentQuote(intent.preview.quote),
    warnings: intent.warnings,
    executions_count: intent.executionsCount,
    latest_execution_status: intent.latestExecutionStatus,
    created_at: timestampOf(intent.createdAt),
    updated_at: timestampOf(intent.updatedAt),
    confirmed_at: timestampOf(intent.confirmedAt),
    executed_at: timestampOf(intent.executedAt),
  };
}

function presentCheck({ rule, result, code, message, headroom, asOfBlock }: Check): CheckBody {
  return {
    rule,
    result,
    code,
    message,
    headroom: headroom?.value ?? null,
    headroom_unit: headroom?.unit ?? null,
    as_of_block: asOfBlock,
  };
}

/** @param deadlineSeconds life of the call from the moment that it is armed, which is its last argument on the chain */
export function presentPlan({ intent, plan }: ConfirmedIntent, deadlineSeconds: number): PlanBody {
  return {
    intent_id: intent.id,
    action: intent.action,
    status: intent.status,
    execution_mode: EXECUTION_MODE,
    network: EXECUTION_CHAIN,
    broadcast_performed: false,
    transaction_hash: null,
    approval: plan.approval === null ? null : presentCall(plan.approval),
    transaction_request: { ...presentCall(plan.main), ref: refOf(intent.id), deadline_seconds: deadlineSeconds },
  };
}

function presentCall({ to, contract, call }: PlannedCall): CallBody {
  return {
    to,
    contract,
    function: call.function,
    args: argumentsOf(call),
    value: '0',
    chain: EXECUTION_CHAIN,
    broadcast_performed: false,
  };
}
