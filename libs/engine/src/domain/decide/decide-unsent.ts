import { found, type StepInExecution } from '../transition.js';
import { type Decision, type DecisionSettings, type KnownFacts, needFact, wait, write } from './decision.js';
import { resendDelayMs } from './poll-delay.js';
import { awaitProof, continueProven, decideByProof } from './proof.js';
import { FEE_REFUSED, KEY_REFUSED, RESEND_REFUSED, UNLISTED } from './send-memo.js';
import { stopLane } from './stop-lane.js';

const BREAKER_RETRY_DELAY_MS = 1_000;
const LOOKUP_RETRY_DELAY_MS = 2_000;

/** Repeats an armed body whose answer is missing, looks the transaction up, or proves the outcome after the deadline. */
export function decideUnsent(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { step } = subject;
  const { nowMs } = seen;
  if (step.armedAtMs === null || step.deadlineMs === null) throw new Error('an armed step lacks its times');
  const isOver = nowMs > step.deadlineMs;
  if (seen.seal === undefined) return needFact({ what: 'seal' });
  // A step without a seal is settled by the chain, so that an upgrade needs no operator.
  if (seen.seal !== null && !(isOver && seen.seal === 'seal_missing')) return stopLane(subject, seen.seal);
  if (isOver) return decideByProof(subject, seen, settings);
  if (step.providerState === UNLISTED) return awaitProof(subject, seen, settings);
  // The lane has waited for this delay with jitter, unless it was woken before.
  const delayMs = resendDelayMs(step, 0);
  // A step is still `armed` here only if its sender died before it recorded the answer: resend at once.
  const untilMs = step.status === 'armed' ? nowMs : (step.lastSentAtMs ?? nowMs) + delayMs;
  const waitingFor = step.providerState === FEE_REFUSED ? 'gas' : 'provider';
  if (nowMs < untilMs) return wait(untilMs - nowMs, waitingFor);
  const isRefused = step.providerState === KEY_REFUSED || step.providerState === RESEND_REFUSED;
  const mayHaveArrived = isRefused || step.hashes.length > 0 || nowMs - step.armedAtMs > settings.resendWithoutLookupMs;
  return (mayHaveArrived ? lookUp(subject, seen, settings) : null) ?? resend(seen);
}

/** Null when neither chain nor provider shows a transaction of the step, so that its body may be resent. */
function lookUp(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision | null {
  const { step } = subject;
  const proven = continueProven(subject, seen, settings);
  if (proven !== null) return proven;
  if (seen.listed === undefined) return needFact({ what: 'listed' });
  if (seen.listed === 'no_answer') return wait(LOOKUP_RETRY_DELAY_MS, 'provider');
  const [best] = seen.listed;
  if (best !== undefined) return write(found(subject, best));
  if (step.providerState !== RESEND_REFUSED) return null;
  // Another resend would be refused too, and the first send may still arrive.
  return write({ event: 'step.awaits_deadline', step: { providerState: UNLISTED } });
}

function resend({ breakerOpen, sendPermit }: KnownFacts): Decision {
  if (breakerOpen) return wait(BREAKER_RETRY_DELAY_MS, 'provider');
  if (sendPermit === undefined) return needFact({ what: 'sendPermit' });
  return sendPermit > 0 ? wait(sendPermit, 'provider') : { kind: 'resend' };
}
