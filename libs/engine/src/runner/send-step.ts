import { canonicalJson } from '@app/common';
import { classifyProviderFailure, type SendPhase } from '../domain/classify.js';
import { decideAnswer, type SendAnswer } from '../domain/decide/decide-answer.js';
import { type ReadyStep, wait } from '../domain/decide/decision.js';
import { ProviderError, type ProviderTransactionRef } from '../domain/ports/wallet-provider.js';
import { sealOf } from '../domain/step-seal.js';
import { failed } from '../domain/transition.js';
import type { EngineParts } from './engine-parts.js';
import { reportArmed } from './report-transition.js';
import { databaseTimeMs, isSecondStep, refIdOf, type StepContext } from './step-context.js';
import { AGAIN, rest, type StepResult } from './step-result.js';
import { transitionStep } from './transition-step.js';

const PAUSED_RETRY_DELAY_MS = 1_000;

/** Stores key and body, then sends them. Every later send repeats the stored body. */
export async function armAndSend(parts: EngineParts, context: StepContext, ready: ReadyStep): Promise<StepResult> {
  const { store, provider, newKey, settings } = parts;
  const { lease, execution, step, providerWalletId } = context;
  if (providerWalletId === null) throw new Error('the wallet is not known at the provider');
  const idempotencyKey = newKey();
  const body = canonicalJson(
    provider.transactionBody({
      idempotencyKey,
      providerWalletId,
      walletAddress: execution.walletAddress,
      contractAddress: ready.contractAddress,
      callData: ready.callData,
      refId: refIdOf(execution, step.kind),
    }),
  );
  const armed = { executionId: execution.id, kind: step.kind, idempotencyKey, body, ...ready };
  const sealUnder = (policyVersion: string): string =>
    sealOf(settings.stepSealKey, { ...armed, laneId: lease.laneId, attempt: execution.attempt, policyVersion });
  const result = await store.arm(lease, { ...armed, sealUnder });
  if (!result.armed) {
    if (result.reason === 'paused') return rest(wait(PAUSED_RETRY_DELAY_MS, 'paused'));
    await transitionStep(parts, context, failed(result.reason));
    return AGAIN;
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

/** Resends the stored body under a fresh ciphertext. The provider takes one transaction per idempotency key. */
export async function resendStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { store } = parts;
  const { lease, execution, step } = context;
  if (step.body === null) throw new Error('an armed step has no body');
  await store.countSend(lease, { executionId: execution.id, kind: step.kind });
  const counted: StepContext = { ...context, step: { ...step, sendAttempts: step.sendAttempts + 1 } };
  return submit(parts, counted, { body: step.body, phase: 'resend' });
}

async function submit(
  parts: EngineParts,
  context: StepContext,
  { body, phase }: { body: string; phase: SendPhase },
): Promise<StepResult> {
  const answer = await answerOf(parts, context, body);
  if ('failure' in answer && classifyProviderFailure(answer.failure, phase) === 'operator') {
    await parts.store.openBreaker();
  }
  const move = decideAnswer(context, answer, { phase, jitter: parts.random() });
  await transitionStep(parts, context, move.transition);
  return move.rest === null ? AGAIN : rest(move.rest);
}

async function answerOf(parts: EngineParts, context: StepContext, body: string): Promise<SendAnswer> {
  try {
    const answer = await callProvider(parts, context, body);
    await parts.failpoints.reach('answered_not_saved');
    return answer;
  } catch (error) {
    if (error instanceof ProviderError) return { failure: error.failure };
    throw error;
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
