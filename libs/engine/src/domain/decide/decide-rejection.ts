import { classifyProviderFailure, type ProviderFailure, type SendPhase } from '../classify.js';
import { type StepInExecution, type Transition, unarmed } from '../transition.js';
import { AWAIT_OTHERS, fail, type Move, wait, write } from './decision.js';
import { retryUnarmed } from './decide-planned.js';
import { resendDelayMs } from './poll-delay.js';
import { FEE_REFUSED, KEY_REFUSED, RESEND_REFUSED } from './send-memo.js';

/** The breaker is open by then: the step is armed again after a probe. */
const BREAKER_WAIT = wait(1_000, 'provider');

export interface SendContext {
  phase: SendPhase;
  /** Random number from 0 to 1, for backoff. */
  jitter: number;
  /** Whether other executions of the lane are in flight. */
  hasOthers: boolean;
}

/** Move after a send that the provider did not accept. `subject` counts the send. */
export function decideRejection(
  subject: StepInExecution,
  failure: ProviderFailure,
  { phase, jitter, hasOthers }: SendContext,
): Extract<Move, { kind: 'write' }> {
  const kind = classifyProviderFailure(failure, phase);
  // Refused credentials prove that nothing was taken, if no earlier send was.
  if (kind === 'operator' && phase === 'first_send') return write(unarmed(subject, failure.facts), BREAKER_WAIT);
  // The balance is compared again before the next body is made: a node may be behind a top-up.
  const lacksGas = kind === 'funds' && failure.resend === 'with_more_gas';
  if (lacksGas || (kind === 'permanent' && failure.resend === 'with_new_body')) {
    return hasOthers ? write(unarmed(subject, failure.facts), AWAIT_OTHERS) : armAnew(subject, failure, jitter);
  }
  if (kind === 'funds') return fail('insufficient_gas', failure.facts);
  if (kind === 'permanent') return fail('provider_rejected', failure.facts);
  const delayMs = Math.max(failure.retryAfterMs, resendDelayMs(subject.step, jitter));
  return write(unknown(subject, failure), wait(delayMs, waitsFor(failure)));
}

/** Move after the custody failed to make a body, so that nothing was armed. */
export function decideUnprepared(
  subject: StepInExecution,
  failure: ProviderFailure,
  { jitter, hasOthers }: Omit<SendContext, 'phase'>,
): Extract<Move, { kind: 'write' | 'wait' }> {
  if (hasOthers) return AWAIT_OTHERS;
  const kind = classifyProviderFailure(failure, 'before_arming');
  if (kind === 'funds') return fail('insufficient_gas', failure.facts);
  if (kind === 'permanent') return fail('provider_rejected', failure.facts);
  return retryUnarmed(subject, jitter, waitsFor(failure));
}

function waitsFor({ resend }: ProviderFailure): 'gas' | 'provider' {
  return resend === 'with_more_gas' ? 'gas' : 'provider';
}

/** Plans a new body after a delay, up to the maximum number of tries. The only send of this one was refused for good. */
function armAnew(subject: StepInExecution, failure: ProviderFailure, jitter: number): Extract<Move, { kind: 'write' }> {
  const reason = failure.class === 'funds' ? 'insufficient_gas' : 'provider_rejected';
  const retry = retryUnarmed(subject, jitter, waitsFor(failure), reason);
  if (retry.waitFor === null) return retry;
  const { execution, ...transition } = unarmed(subject, failure.facts);
  return write({ ...transition, execution: { ...execution, ...retry.transition.execution } }, retry.waitFor);
}

function unknown({ execution, step }: StepInExecution, failure: ProviderFailure): Transition {
  const providerState = toMemo(failure);
  return {
    event: 'step.outcome_unknown',
    facts: failure.facts,
    step: { ...(step.status === 'unknown' ? {} : { to: 'unknown' }), ...(providerState !== null && { providerState }) },
    execution: { waitingFor: waitsFor(failure), ...(execution.status === 'unknown' ? {} : { to: 'unknown' }) },
  };
}

/** After a used nonce the lookup shows whether the transaction that used it is the step's. */
function toMemo(failure: ProviderFailure): string | null {
  if (failure.resend === 'with_more_gas') return FEE_REFUSED;
  if (failure.resend !== 'after_backoff') return KEY_REFUSED;
  return isLastingRejection(failure) ? RESEND_REFUSED : null;
}

/** A refusal that would prove failure as the answer to the only send. */
function isLastingRejection(failure: ProviderFailure): boolean {
  const kind = classifyProviderFailure(failure, 'first_send');
  return kind === 'permanent' || kind === 'funds';
}
