import { backoffMs } from '@app/common';
import { classifyProviderFailure, type ProviderFailure, type SendPhase } from '../domain/classify.js';
import type { EncodedStep } from '../domain/encode-step.js';
import type { FailureReason } from '../domain/failure.js';
import { sealOf } from '../domain/step-seal.js';
import { KEY_REFUSED } from '../domain/next-move.js';
import { type PreparedTransaction, ProviderError } from '../domain/ports/custody.js';
import type { EngineParts } from './engine-parts.js';
import { retryUnarmed } from './retry-unarmed.js';
import { reportArmed } from './report-transition.js';
import { databaseTimeMs, isSecondStep, refIdOf, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

const BREAKER_RETRY_DELAY_MS = 1_000;
const RATE_LIMIT_RETRY_DELAY_MS = 100;
const PAUSED_RETRY_DELAY_MS = 1_000;
const UNKNOWN_BACKOFF = { baseMs: 200, maxMs: 10_000 } as const;
/** Sends up to which a refused ciphertext is repeated at once. */
const MAX_CIPHERTEXT_SENDS = 3;

export interface ReadyStep extends EncodedStep {
  deadlineMs: number;
}

/** Stores key and body, then sends them. Every later send repeats the stored body. */
export async function armAndSend(parts: EngineParts, context: StepContext, ready: ReadyStep): Promise<StepResult> {
  const { store, provider, newKey, settings } = parts;
  const { lease, execution, step, providerWalletId } = context;
  if (providerWalletId === null) return failStep(parts, context, 'wallet_not_executable');
  const idempotencyKey = newKey();
  const request = {
    ...{ idempotencyKey, providerWalletId, walletAddress: execution.walletAddress },
    ...{ contractAddress: ready.contractAddress, callData: ready.callData, refId: refIdOf(execution, step.kind) },
  };
  let prepared: PreparedTransaction;
  try {
    prepared = await provider.prepare(request);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return handlePrepareFailure(parts, context, error.failure);
  }
  const { body, hash } = prepared;
  const armed = { executionId: execution.id, kind: step.kind, idempotencyKey, body, ...ready };
  const sealUnder = (policyVersion: string): string =>
    sealOf(settings.stepSealKey, { ...armed, laneId: lease.laneId, attempt: execution.attempt, policyVersion });
  const result = await store.arm(lease, { ...armed, transactionHash: hash, sealUnder });
  if (!result.armed) {
    return result.reason === 'paused' ? wait(PAUSED_RETRY_DELAY_MS, 'paused') : failStep(parts, context, result.reason);
  }
  reportArmed(parts, context);
  const sending: StepContext = {
    ...context,
    armedAtMs: databaseTimeMs(context),
    execution: { ...execution, status: execution.status === 'queued' ? 'submitting' : execution.status },
    step: { ...step, status: 'armed', sendAttempts: 1 },
  };
  await parts.failpoints.reach(isSecondStep(context) ? 'main_armed' : 'armed_not_sent');
  return submit(parts, sending, { body, phase: 'first_send' });
}

/** The custody has made no body, so nothing was armed. */
async function handlePrepareFailure(
  parts: EngineParts,
  context: StepContext,
  failure: ProviderFailure,
): Promise<StepResult> {
  const kind = classifyProviderFailure(failure, 'before_arming');
  if (kind === 'permanent') return failStep(parts, context, 'provider_rejected', failure.facts);
  if (kind === 'funds') return failStep(parts, context, 'insufficient_gas', failure.facts);
  if (kind === 'operator') await parts.store.openBreaker();
  return retryUnarmed(parts, context, 'provider');
}

/** Resends the stored body under a fresh ciphertext. The provider takes one transaction per idempotency key. */
export async function resendStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { store } = parts;
  const { lease, execution, step } = context;
  if (step.body === null) throw new Error('an armed step has no body');
  if (context.breakerOpen) return wait(BREAKER_RETRY_DELAY_MS, 'provider');
  if (!(await store.takeProviderToken())) return wait(RATE_LIMIT_RETRY_DELAY_MS, 'provider');
  await store.countSend(lease, { executionId: execution.id, kind: step.kind });
  const counted: StepContext = { ...context, step: { ...step, sendAttempts: step.sendAttempts + 1 } };
  return submit(parts, counted, { body: step.body, phase: 'resend' });
}

async function submit(
  parts: EngineParts,
  context: StepContext,
  { body, phase }: { body: string; phase: SendPhase },
): Promise<StepResult> {
  try {
    const { transactionId } = await callProvider(parts, context, body);
    await parts.failpoints.reach('answered_not_saved');
    await transitionStep(parts, context, {
      event: 'step.sent',
      data: { providerTransactionId: transactionId, sendAttempts: context.step.sendAttempts },
      step: { to: 'sent', providerTransactionId: transactionId },
      execution: context.execution.status === 'unknown' ? { to: 'submitting' } : {},
    });
    return AGAIN;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return handleSendFailure(parts, context, error.failure, phase);
  }
}

async function callProvider(
  { provider, failpoints }: EngineParts,
  context: StepContext,
  body: string,
): Promise<{ transactionId: string }> {
  const [answer] = await Promise.all([
    provider.submit(body),
    failpoints.reach(isSecondStep(context) ? 'main_sent_answer_lost' : 'sent_answer_lost'),
    failpoints.reach('lease_stolen_in_call', context.lease.laneId),
  ]);
  return answer;
}

async function handleSendFailure(
  parts: EngineParts,
  context: StepContext,
  failure: ProviderFailure,
  phase: SendPhase,
): Promise<StepResult> {
  const kind = classifyProviderFailure(failure, phase);
  if (kind === 'permanent' || kind === 'funds') {
    const reason: FailureReason = kind === 'funds' ? 'insufficient_gas' : 'provider_rejected';
    return failStep(parts, context, reason, failure.facts);
  }
  if (kind === 'operator') await parts.store.openBreaker();
  await markUnknown(parts, context, failure);
  return wait(resendDelayMs(parts, context, failure), 'provider');
}

async function markUnknown(parts: EngineParts, context: StepContext, failure: ProviderFailure): Promise<void> {
  const { execution, step } = context;
  await transitionStep(parts, context, {
    event: 'step.outcome_unknown',
    data: { sendAttempts: step.sendAttempts, ...failure.facts },
    step: {
      ...(step.status === 'unknown' ? {} : { to: 'unknown' }),
      ...(failure.resend === 'after_lookup' && { providerState: KEY_REFUSED }),
    },
    execution: { waitingFor: 'provider', ...(execution.status === 'unknown' ? {} : { to: 'unknown' }) },
  });
}

function resendDelayMs({ random }: EngineParts, { step }: StepContext, failure: ProviderFailure): number {
  if (failure.resend === 'at_once' && step.sendAttempts < MAX_CIPHERTEXT_SENDS) return 0;
  return Math.max(failure.retryAfterMs, backoffMs(step.sendAttempts - 1, UNKNOWN_BACKOFF, random));
}
