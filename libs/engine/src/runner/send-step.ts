import { addPermit } from '@app/chain';
import { classifyProviderFailure, type ProviderFailure, type SendPhase } from '../domain/classify.js';
import { decideRejection, decideUnprepared } from '../domain/decide/decide-rejection.js';
import { type ReadyStep, wait } from '../domain/decide/decision.js';
import type { Execution, Step } from '../domain/lane-work.js';
import { ProviderError } from '../domain/ports/custody.js';
import { FEE_REFUSED } from '../domain/decide/send-memo.js';
import { computeSeal } from '../domain/step-seal.js';
import { failed, sent, type Transition } from '../domain/transition.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { reportArmed } from './report-transition.js';
import { otherBodies, renewStep } from './renew-step.js';
import { isSecondStep, listOthers, providerReference, type StepContext, toStepContext } from './step-context.js';
import { CONTINUE, type StepResult, endTurn } from './step-result.js';
import { continueTurn, transitionStep } from './transition-step.js';

const PAUSED_RETRY_DELAY_MS = 1_000;

/** Records a send that the provider has accepted. The context has the step as it was armed. */
type RecordSend = (armed: StepContext, transition: Transition) => Promise<StepResult>;

/** Stores key and body, then sends them. Every later send repeats the stored body. */
export async function armAndSend(
  dependencies: EngineDependencies,
  context: StepContext,
  { ready, record }: { ready: ReadyStep; record: RecordSend },
): Promise<StepResult> {
  const { store, custody, newKey, settings } = dependencies;
  const { lease, execution, providerWalletId } = context;
  // A buy is approved before it is first sent, so its approval is new.
  const step = { ...context.step, kind: ready.kind };
  if (providerWalletId === null) throw new Error('the wallet is not known at the provider');
  const idempotencyKey = newKey();
  const { allowance, ...call } = ready;
  const { contractAddress } = call;
  const callData = toCallData(ready);
  const { id: executionId, attempt, walletAddress, intent } = execution;
  const refId = providerReference(execution, step.kind);
  const request = { idempotencyKey, providerWalletId, walletAddress, contractAddress, callData, refId };
  const prepared = await catchProviderError(() => custody.prepare(request, otherBodies(dependencies, context)));
  if ('failure' in prepared) {
    await store.returnSendPermit(lease);
    return restUnprepared(dependencies, context, prepared.failure);
  }
  const { body, hash: transactionHash } = prepared;
  const fields = { executionId, idempotencyKey, body, ...call };
  let sealed: Pick<Step, 'seal' | 'policyVersion'> = { seal: null, policyVersion: null };
  const sealUnder = (policyVersion: string): string => {
    const sealing = { laneId: lease.laneId, attempt, amount: intent.amount, policyVersion };
    const seal = computeSeal(settings.stepSealKeys[0], { ...fields, ...sealing });
    sealed = { seal, policyVersion };
    return seal;
  };
  const result = await store.arm(lease, { ...fields, allowance, transactionHash, sealUnder });
  if (!result.armed) {
    await store.returnSendPermit(lease);
    if (result.reason === 'outdated') return CONTINUE;
    if (result.reason === 'paused') return endTurn(wait(PAUSED_RETRY_DELAY_MS, 'paused'));
    return continueTurn(await transitionStep(dependencies, context, failed(result.reason)));
  }
  const allowanceBaseUnits = allowance?.baseUnits ?? null;
  const armed = armedStep(step, { ...call, ...sealed, allowanceBaseUnits, idempotencyKey, body }, result.armedAtMs);
  const sending = armedContext(context, armed, result.armedAtMs);
  reportArmed(dependencies, sending);
  await dependencies.failpoints.reach(isSecondStep(sending) ? 'main_armed' : 'armed_not_sent');
  const answer = await sendBody(dependencies, sending, { body, transactionHash });
  if ('failure' in answer) return writeRejection(dependencies, sending, { ...answer, phase: 'first_send' });
  return record(sending, sent(sending, answer));
}

/** The call with its permit, which the seal covers by the body only. */
function toCallData({ callData, allowance }: ReadyStep): string {
  if (allowance === null || allowance.permit === null) return callData;
  return addPermit(callData, BigInt(allowance.baseUnits), allowance.permit);
}

type ArmedFields = Omit<ReadyStep, 'allowance'> &
  Pick<Step, 'seal' | 'policyVersion' | 'allowanceBaseUnits' | 'idempotencyKey' | 'body'>;

/** The step as a read after its arming returns it. */
function armedStep(step: Step, fields: ArmedFields, armedAtMs: number): Step {
  const times = { armedAtMs, lastSentAtMs: armedAtMs, updatedAtMs: armedAtMs };
  return { ...step, ...fields, ...times, status: 'armed', sendAttempts: 1 };
}

function armedContext(context: StepContext, armed: Step, armedAtMs: number): StepContext {
  const { execution } = context;
  const status = execution.status === 'queued' ? 'submitting' : execution.status;
  const others = execution.steps.filter(({ kind }) => kind !== armed.kind);
  const steps = armed.kind === 'approve' ? [armed, ...others] : [...others, armed];
  const armedExecution: Execution = { ...execution, status, waitingFor: 'provider', steps };
  return toStepContext({ ...context, nowMs: armedAtMs, execution: armedExecution }, armed);
}

/** The custody has made no body, so nothing was armed. */
async function restUnprepared(
  dependencies: EngineDependencies,
  context: StepContext,
  failure: ProviderFailure,
): Promise<StepResult> {
  if (classifyProviderFailure(failure, 'before_arming') === 'operator') await dependencies.store.openBreaker();
  const hasOthers = listOthers(context).length > 0;
  const move = decideUnprepared(context, failure, { jitter: dependencies.random(), hasOthers });
  if (move.kind === 'wait') return endTurn(move);
  const written = await transitionStep(dependencies, context, move.transition);
  return move.waitFor === null ? continueTurn(written) : endTurn(move.waitFor, written.execution);
}

/**
 * Resends the stored body under a fresh ciphertext. The provider takes one transaction per idempotency key. A body whose fee
 * is too low is renewed before.
 */
export async function resendStep(dependencies: EngineDependencies, unsent: StepContext): Promise<StepResult> {
  const { store } = dependencies;
  const reason = unsent.step.providerState === FEE_REFUSED ? 'refused' : 'resend';
  const context = await renewStep(dependencies, unsent, reason);
  const { lease, execution, step } = context;
  if (step.body === null) throw new Error('an armed step has no body');
  await store.countSend(lease, { executionId: execution.id, kind: step.kind });
  const counted: StepContext = { ...context, step: { ...step, sendAttempts: step.sendAttempts + 1 } };
  const answer = await sendBody(dependencies, counted, { body: step.body, transactionHash: null });
  if ('failure' in answer) return writeRejection(dependencies, counted, { ...answer, phase: 'resend' });
  await transitionStep(dependencies, counted, sent(counted, answer));
  // The count has changed the row as well, so the lane is read again.
  return CONTINUE;
}

interface Sending {
  body: string;
  /** Null when the custody signs later, and in a resend: the earlier send may have been replaced, which the next poll shows. */
  transactionHash: string | null;
}

async function writeRejection(
  dependencies: EngineDependencies,
  context: StepContext,
  { failure, phase }: { failure: ProviderFailure; phase: SendPhase },
): Promise<StepResult> {
  if (classifyProviderFailure(failure, phase) === 'operator') await dependencies.store.openBreaker();
  const hasOthers = listOthers(context).length > 0;
  const move = decideRejection(context, failure, { phase, jitter: dependencies.random(), hasOthers });
  const written = await transitionStep(dependencies, context, move.transition);
  return move.waitFor === null ? continueTurn(written) : endTurn(move.waitFor, written.execution);
}

/** The provider's answer to a send, and the transaction's hash if it was known before. */
type SendAnswer = { transactionId: string; transactionHash: string | null } | { failure: ProviderFailure };

async function sendBody(
  dependencies: EngineDependencies,
  context: StepContext,
  { body, transactionHash }: Sending,
): Promise<SendAnswer> {
  const answer = await catchProviderError(() => callProvider(dependencies, context, body));
  if ('failure' in answer) return answer;
  await dependencies.failpoints.reach('answered_not_saved');
  return { ...answer, transactionHash };
}

async function catchProviderError<T>(call: () => Promise<T>): Promise<T | { failure: ProviderFailure }> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProviderError) return { failure: error.failure };
    throw error;
  }
}

async function callProvider(
  { custody, failpoints }: EngineDependencies,
  context: StepContext,
  body: string,
): Promise<{ transactionId: string }> {
  const [answer] = await Promise.all([
    custody.submit(body),
    failpoints.reach(isSecondStep(context) ? 'main_sent_answer_lost' : 'sent_answer_lost'),
    failpoints.reach('lease_stolen_in_call', context.lease.laneId),
  ]);
  return answer;
}
