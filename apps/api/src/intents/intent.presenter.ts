import { computeRef, listArguments } from '@app/chain';
import {
  ACTIONS,
  camelCase,
  EXECUTION_CHAIN,
  EXECUTION_MODE,
  type Evidence,
  INTENT_FIELD_NAMES,
  INTENT_FIELDS,
  type IntentField,
  plainText,
  toChecksumAddress,
  WALLET_PROVIDER,
} from '@app/common';
import type { ApiSettings } from '@app/config';
import type { Check, ExecutionPlan, IntentProperty, IntentRequest, PlannedCall, PreviewedIntent } from '@app/engine';
import { type ConfirmedIntent, fieldEntries } from '@app/intents';
import { checksummed, plain, present } from '../http/present.js';
import { presentQuote } from '../quotes/quote.presenter.js';
import { CheckDto, type ValidationResultDto } from './check.dto.js';
import { toDisplayArguments } from './display-arguments.js';
import type { ExecutionPlanDto, PlannedCallDto, PlannedCallsDto } from './execution-plan.dto.js';
import type { EvidenceDto } from './evidence.dto.js';
import { presentEvidence } from './evidence.presenter.js';
import { presentFee } from './fee.dto.js';
import { SHOWN_FIELDS } from './intent-fields.dto.js';
import type { ActDto, CreateIntentDto, IntentDto } from './intent.dto.js';

export function toIntentRequest(body: CreateIntentDto | ActDto): IntentRequest {
  return {
    agentId: body.agent_id,
    action: body.action,
    userWallet: body.user_wallet,
    marketId: body.market_id,
    ...requestedFields(body),
    sourceClient: body.source_client,
    clientRequestId: body.client_request_id,
  };
}

/** @param ignored warnings about fields of the request that were ignored */
export function presentIntent(intent: PreviewedIntent, ignored: readonly string[] = []): IntentDto {
  const checks = intent.preview?.checks ?? [];
  const { preview } = intent;
  const marketContractAddress = intent.marketContractAddress ?? intent.createdMarketAddress;
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
    ...presentFields({ ...intent, marketContractAddress }, SHOWN_FIELDS),
    params: presentFields(intent, ACTIONS[intent.action].fields),
    source_client: intent.sourceClient,
    client_request_id: intent.clientRequestId,
    // An invalid request is never stored.
    validation_result: {
      ...presentChecks(checks),
      would_execute: wouldExecute(checks),
      fee: preview?.fee ? presentFee(preview.fee) : null,
    },
    quote: preview?.quote ? presentQuote(preview.quote) : null,
    warnings: [...intent.warnings, ...ignored],
    similar_markets: (preview?.similarMarkets ?? []).map((each) => ({ ...each, title: plainText(each.title) })),
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

export function presentPlan({ intent, plan, checks, fee }: ConfirmedIntent, settings: PlanSettings): ExecutionPlanDto {
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
    fee: fee === null ? null : presentFee(fee),
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
      ref: computeRef(intentId),
      deadline_seconds: EXECUTION_DEADLINE_S,
    },
  };
}

/** Fields of the body, which its DTO has validated; null for those of other actions. */
function requestedFields(body: object): Pick<IntentRequest, IntentProperty>;
function requestedFields(body: object): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(body));
  return Object.fromEntries(INTENT_FIELD_NAMES.map((name) => [camelCase(name), fields.get(name) ?? null]));
}

function presentFields(
  intent: PreviewedIntent,
  names: readonly IntentField[],
): Record<string, string | EvidenceDto | null> {
  const values = new Map(fieldEntries(intent));
  return Object.fromEntries(names.map((name) => [name, presentField(name, values.get(name) ?? null)]));
}

function presentField(name: IntentField, value: string | Evidence | null): string | EvidenceDto | null {
  if (value !== null && typeof value !== 'string') return presentEvidence(value);
  const { kind } = INTENT_FIELDS[name];
  if (kind === 'address') return checksummed(value);
  return kind === 'text' ? plain(value) : value;
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

function presentCheck(check: Check): CheckDto {
  const { failureReason = null, headroom } = check;
  const { value = null, unit = null } = headroom ?? {};
  return present(CheckDto, { ...check, failureReason, headroom: value, headroomUnit: unit });
}

function presentCall({ to, contract, call }: PlannedCall, decimals: number): PlannedCallDto {
  return {
    to,
    contract,
    function: call.function,
    args: listArguments(call),
    args_display: toDisplayArguments(call, decimals),
    value: '0',
    chain: EXECUTION_CHAIN,
  };
}
