import type { Check, ConfirmedIntent, ExecutionPlan, IntentRequest, PlannedCall, PreviewedIntent } from '@app/agents';
import { argumentsOf, refOf } from '@app/chain';
import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy, plainText, toChecksumAddress, WALLET_PROVIDER } from '@app/common';
import type { ApiSettings } from '@app/config';
import { checksummed, plain } from '../http/present.js';
import { presentQuote } from '../quotes/quote.presenter.js';
import type { CheckDto, ValidationResultDto } from './check.dto.js';
import { displayArgumentsOf } from './display-arguments.js';
import type { ExecutionPlanDto, PlannedCallDto, PlannedCallsDto } from './execution-plan.dto.js';
import type { IntentParamsDto } from './intent-params.dto.js';
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

/** @param ignored warnings about fields of the request that were ignored */
export function presentIntent(intent: PreviewedIntent, ignored: readonly string[] = []): IntentDto {
  const checks = intent.preview?.checks ?? [];
  const { preview } = intent;
  return {
    intent_id: intent.id,
    agent_id: intent.agentId,
    action: intent.action,
    status: intent.status,
    requires_confirmation: intent.status === 'preview' || intent.status === 'failed',
    user_wallet: checksummed(intent.userWallet),
    agent_wallet_address: checksummed(intent.agentWalletAddress),
    wallet_provider: WALLET_PROVIDER,
    chain: EXECUTION_CHAIN,
    market_id: plainText(intent.marketId),
    market_contract_address: checksummed(intent.marketContractAddress),
    amount: intent.amount,
    min_multiple: intent.minMultiple,
    outcome: intent.outcome,
    resolver: checksummed(intent.resolver),
    collateral_token: checksummed(intent.collateralToken),
    close_timestamp: intent.closeTimestamp?.toISOString() ?? null,
    question: plain(intent.question),
    params: paramsOf(intent),
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    // An invalid request is never stored.
    validation_result: { ...presentChecks(checks), would_execute: wouldExecute(checks) },
    quote: preview?.quote ? presentQuote(preview.quote) : null,
    warnings: [...intent.warnings, ...ignored],
    executions_count: intent.executionsCount,
    latest_execution_status: intent.latestExecutionStatus,
    created_at: intent.createdAt.toISOString(),
    updated_at: intent.updatedAt.toISOString(),
    approved_at: intent.approvedAt?.toISOString() ?? null,
    confirmed_at: intent.confirmedAt?.toISOString() ?? null,
    executed_at: intent.executedAt?.toISOString() ?? null,
  };
}

type PlanSettings = Pick<ApiSettings, 'COLLATERAL_DECIMALS' | 'EXECUTION_DEADLINE_S' | 'FACTORY_ADDRESS'>;

export function presentPlan({ intent, plan, checks }: ConfirmedIntent, settings: PlanSettings): ExecutionPlanDto {
  const { approval, transaction_request } = presentCalls(intent.id, plan, settings);
  return {
    intent_id: intent.id,
    action: intent.action,
    status: intent.status,
    execution_mode: EXECUTION_MODE,
    network: EXECUTION_CHAIN,
    broadcast_performed: false,
    transaction_hash: null,
    agent_factory_address: toChecksumAddress(settings.FACTORY_ADDRESS),
    requires_signature: false,
    validation_result: { ...presentChecks(checks), would_execute: isRefused(checks) ? false : null },
    warnings: intent.warnings,
    approval: approval === null ? null : { ...approval, broadcast_performed: false },
    transaction_request: { ...transaction_request, broadcast_performed: false },
  };
}

export function presentCalls(
  intentId: string,
  { approval, main }: ExecutionPlan,
  { COLLATERAL_DECIMALS: decimals, EXECUTION_DEADLINE_S }: Omit<PlanSettings, 'FACTORY_ADDRESS'>,
): PlannedCallsDto {
  return {
    approval: approval === null ? null : presentCall(approval, decimals),
    transaction_request: {
      ...presentCall(main, decimals),
      ref: refOf(intentId),
      deadline_seconds: EXECUTION_DEADLINE_S,
    },
  };
}

/** The action's own fields. */
function paramsOf(intent: PreviewedIntent): IntentParamsDto {
  if (intent.action === 'create_market') {
    return {
      question: plain(intent.question),
      close_timestamp: intent.closeTimestamp?.toISOString() ?? null,
      resolver: checksummed(intent.resolver),
      collateral_token: checksummed(intent.collateralToken),
    };
  }
  return {
    market_contract_address: checksummed(intent.marketContractAddress),
    ...(isBuy(intent.action) && { amount: intent.amount, min_multiple: intent.minMultiple }),
    ...(intent.action === 'resolve_market' && { outcome: intent.outcome }),
  };
}

function presentChecks(checks: readonly Check[]): Omit<ValidationResultDto, 'would_execute'> {
  return { valid: true, errors: [], checks: checks.map(presentCheck) };
}

/** A failed check without a code only warns. */
function isRefused(checks: readonly Check[]): boolean {
  return checks.some(({ result, code }) => result === 'fail' && code !== null);
}

function wouldExecute(checks: readonly Check[]): boolean | null {
  if (isRefused(checks)) return false;
  return checks.length === 0 || checks.some(({ result }) => result === 'unknown') ? null : true;
}

function presentCheck({ rule, result, code, failureReason = null, message, headroom, asOfBlock }: Check): CheckDto {
  return {
    rule,
    result,
    code,
    failure_reason: failureReason,
    message,
    headroom: headroom?.value ?? null,
    headroom_unit: headroom?.unit ?? null,
    as_of_block: asOfBlock,
  };
}

function presentCall({ to, contract, call }: PlannedCall, decimals: number): PlannedCallDto {
  return {
    to,
    contract,
    function: call.function,
    args: argumentsOf(call),
    args_display: displayArgumentsOf(call, decimals),
    value: '0',
    chain: EXECUTION_CHAIN,
  };
}
