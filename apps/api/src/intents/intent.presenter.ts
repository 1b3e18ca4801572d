import type { Check, ConfirmedIntent, IntentRequest, PlannedCall, PreviewedIntent } from '@app/agents';
import { EXECUTION_CHAIN, EXECUTION_MODE, plainText } from '@app/common';
import { argumentsOf, refOf } from '@app/contracts';
import { checksummed, plain } from '../http/present.js';
import { presentQuote } from '../quotes/quote.presenter.js';
import type { CheckDto } from './check.dto.js';
import type { CallDto, ExecutionPlanDto } from './execution-plan.dto.js';
import {
  BuyIntentDto,
  type CreateIntentDto,
  CreateMarketIntentDto,
  type IntentDto,
  MarketIntentDto,
  ResolveMarketIntentDto,
} from './intent.dto.js';

export function intentRequestOf(body: CreateIntentDto): IntentRequest {
  return {
    agentId: body.agent_id,
    action: body.action,
    userWallet: body.user_wallet,
    marketId: body.market_id,
    marketContractAddress: body instanceof MarketIntentDto ? body.market_contract_address : null,
    amount: body instanceof BuyIntentDto ? body.amount : null,
    minMultiple: body instanceof BuyIntentDto ? body.min_multiple : null,
    outcome: body instanceof ResolveMarketIntentDto ? body.outcome : null,
    resolver: body instanceof CreateMarketIntentDto ? body.resolver : null,
    collateralToken: body instanceof CreateMarketIntentDto ? body.collateral_token : null,
    closeTimestamp: body instanceof CreateMarketIntentDto ? body.close_timestamp : null,
    question: body instanceof CreateMarketIntentDto ? body.question : null,
    sourceClient: body.source_client,
    clientRequestId: body.client_request_id,
  };
}

export function presentIntent(intent: PreviewedIntent): IntentDto {
  const { preview } = intent;
  return {
    intent_id: intent.id,
    agent_id: intent.agentId,
    action: intent.action,
    status: intent.status,
    requires_confirmation: intent.status === 'preview' || intent.status === 'failed',
    user_wallet: checksummed(intent.userWallet),
    market_id: plainText(intent.marketId),
    market_contract_address: checksummed(intent.marketContractAddress),
    amount: intent.amount,
    min_multiple: intent.minMultiple,
    outcome: intent.outcome,
    resolver: checksummed(intent.resolver),
    collateral_token: checksummed(intent.collateralToken),
    close_timestamp: intent.closeTimestamp?.toISOString() ?? null,
    question: plain(intent.question),
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    // An invalid request is never stored.
    validation_result: { valid: true, errors: [], checks: (preview?.checks ?? []).map(presentCheck) },
    quote: preview?.quote ? presentQuote(preview.quote) : null,
    warnings: intent.warnings,
    executions_count: intent.executionsCount,
    latest_execution_status: intent.latestExecutionStatus,
    created_at: intent.createdAt.toISOString(),
    updated_at: intent.updatedAt.toISOString(),
    confirmed_at: intent.confirmedAt?.toISOString() ?? null,
    executed_at: intent.executedAt?.toISOString() ?? null,
  };
}

/** @param deadlineSeconds lifetime of an armed call in seconds */
export function presentPlan({ intent, plan }: ConfirmedIntent, deadlineSeconds: number): ExecutionPlanDto {
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

function presentCheck({ rule, result, code, message, headroom, asOfBlock }: Check): CheckDto {
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

function presentCall({ to, contract, call }: PlannedCall): CallDto {
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
