import { backoffMs, canonicalJson } from '@app/common';
import {
  classifyProviderFailure,
  isBusy,
  isCiphertextRefusal,
  mustLookUp,
  type ProviderFailure,
  type SendPhase,
} from '../domain/classify.js';
import type { EncodedStep } from '../domain/encode-step.js';
import type { FailureReason } from '../domain/failure.js';
import { KEY_REFUSED } from '../domain/next-move.js';
import { ProviderError, type ProviderTransactionRef } from '../domain/ports/wallet-provider.js';
import type { EngineParts } from './engine-parts.js';
import { reportArmed } from './report-transition.js';
import { databaseTimeMs, isSecondStep, refIdOf, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

const BREAKER_RETRY_DELAY_MS = 1_000;
const PAUSED_RETRY_DELAY_MS = 1_000;
const UNKNOWN_BACKOFF = { baseMs: 200, maxMs: 10_000 } as const;
/** Sends up to which a refused ciphertext is repeated at once. */
const MAX_CIPHERTEXT_SENDS = 3;

export interface ReadyStep extends EncodedStep {
  deadlineMs: number;
}

/** Stores key and body, then sends them. Every later send repeats the stored body. */
export async function armAndSend(parts: EngineParts, context: StepContext, ready: ReadyStep): Promise<StepResult> {
  const { store, provider, newKey } = parts;
  const { lease, execution, step, providerWalletId } = context;
  if (providerWalletId === null) return failStep(parts, context, 'wallet_not_executable');
  const idempotencyKey = newKey();
  const body = canonicalJson(
    provider.transactionBody({
      idempotencyKey,
      providerWalletId,
      contractAddress: ready.contractAddress,
      callData: ready.callData,
      refId: refIdOf(execution, step.kind),
    }),
  );
  const result = await store.arm(lease, { executionId: execution.id, kind: step.kind, idempotencyKey, body, ...ready });
  if (!result.armed) {
    return result.reason === 'paused' ? wait(PAUSED_RETRY_DELAY_MS, 'paused') : failStep(parts, context, result.reason);
  }
  reportArmed(parts, context);
  const armed: StepContext = {
    ...context,
    armedAtMs: databaseTimeMs(context),
    execution: { ...execution, status: execution.status === 'queued' ? 'submitting' : execution.status },
    step: { ...step, status: 'armed', sendAttempts: 1 },
  };
  await parts.failpoints.reach(isSecondStep(context) ? 'main_armed' : 'armed_not_sent');
  return submit(parts, armed, { body, phase: 'first_send' });
}

/** Resends the stored body under a fresh ciphertext. The provider takes one transaction per idempotency key. */
export async function resendStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { store } = parts;
  const { lease, execution, step } = context;
  if (step.body === null) throw new Error('an armed step has no body');
  if (context.breakerOpen) return wait(BREAKER_RETRY_DELAY_MS, 'provider');
  const tokenDueInMs = await store.takeProviderToken(context.lease);
  if (tokenDueInMs > 0) return wait(tokenDueInMs, 'provider');
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
): Promise<ProviderTransactionRef> {
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
    return failStep(parts, context, reason, factsOf(failure));
  }
  if (kind === 'operator') await parts.store.openBreaker();
  await markUnknown(parts, context, failure);
  return wait(resendDelayMs(parts, context, failure), 'provider');
}

async function markUnknown(parts: EngineParts, context: StepContext, failure: ProviderFailure): Promise<void> {
  const { execution, step } = context;
  await transitionStep(parts, context, {
    event: 'step.outcome_unknown',
    data: { sendAttempts: step.sendAttempts, ...factsOf(failure) },
    step: {
      ...(step.status === 'unknown' ? {} : { to: 'unknown' }),
      ...(mustLookUp(failure) && { providerState: KEY_REFUSED }),
    },
    execution: { waitingFor: 'provider', ...(execution.status === 'unknown' ? {} : { to: 'unknown' }) },
  });
}

function resendDelayMs({ random }: EngineParts, { step }: StepContext, failure: ProviderFailure): number {
  if (isCiphertextRefusal(failure) && step.sendAttempts < MAX_CIPHERTEXT_SENDS) return 0;
  const retryAfterMs = failure.kind === 'answer' && isBusy(failure) ? (failure.retryAfterMs ?? 0) : 0;
  return Math.max(retryAfterMs, backoffMs(step.sendAttempts - 1, UNKNOWN_BACKOFF, random));
}

/** Facts of a failure for the event history: codes and reasons, without upstream text. */
function factsOf(failure: ProviderFailure): { [key: string]: string | number | null } {
  return failure.kind === 'answer'
    ? { httpStatus: failure.httpStatus, providerCode: failure.providerCode }
    : { noAnswer: failure.reason };
}
