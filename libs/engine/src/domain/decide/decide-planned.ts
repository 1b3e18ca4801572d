import { AUTO_CLAIM_CLIENT, backoffMs } from '@app/common';
import type { Allowance } from '../allowance.js';
import type { StepFailure } from '../failure-reason.js';
import { encodeCall, toPlannedStep } from '../planned-step.js';
import { needless, type NeedlessReason, type StepInExecution } from '../transition.js';
import {
  AWAIT_OTHERS,
  type Decision,
  type DecisionSettings,
  fail,
  type KnownFacts,
  type Move,
  needFact,
  wait,
  write,
} from './decision.js';
import { continueExecuted } from './proof.js';

const BREAKER_RETRY_DELAY_MS = 1_000;
const BLOCK_RETRY_DELAY_MS = 1_000;
/** Between tries while the node is unreachable, which are not counted. */
const NODE_RETRY_DELAY_MS = 5_000;
const UNARMED_BACKOFF = { baseMs: 500, maxMs: 30_000 } as const;
/** Tries whose questions the reachable node left unanswered, after which the step fails. */
const MAX_UNARMED_TRIES = 10;

/** Evaluates every rule on the chain before arming, so that calls that would fail are not sent. */
export function decidePlanned(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  if (seen.providerWalletId === null) return fail('wallet_not_executable');
  if (seen.breakerOpen) return wait(BREAKER_RETRY_DELAY_MS, 'provider');
  // The rules come first, so that what cannot be sent takes no turn. A lane that waits for its turn does not ask them again.
  const { rules, sendPermit } = seen;
  const isReady = typeof rules === 'object';
  if (sendPermit === undefined && (isReady || seen.hasReservation === true)) return needFact({ what: 'sendPermit' });
  if (sendPermit !== undefined && sendPermit > 0) return wait(sendPermit, 'provider');
  if (rules === undefined) return needFact({ what: 'rules' });
  if (isReady) return arm(subject, { ...seen, allowance: rules }, settings);
  if (rules === 'node_unreachable') return wait(NODE_RETRY_DELAY_MS * (0.5 + seen.jitter / 2), 'block');
  if (rules === 'node_behind') return wait(BLOCK_RETRY_DELAY_MS * (0.5 + seen.jitter / 2), 'block');
  if (rules === 'others_in_flight') return AWAIT_OTHERS;
  if (rules === 'unanswered') return retryUnarmed(subject, seen.jitter, 'block');
  if (rules === 'allowance_missing') {
    // A reorganisation may have dropped the approval.
    if (seen.earlierSent === undefined) return needFact({ what: 'earlierSent' });
    return retryUnarmed(subject, seen.jitter, 'block', rules);
  }
  if (rules === 'insufficient_gas') return decideGas(subject, seen);
  if (isNeedlessClaim(subject, rules)) return write(needless(rules));
  return rules === 'executed_already' ? decideExecuted(subject, seen) : fail(rules);
}

/** Whether another claim, or a reorganisation of the resolution, has left an automatic claim nothing to do. */
function isNeedlessClaim({ execution }: StepInExecution, rules: string): rules is NeedlessReason {
  const isNeedless = rules === 'already_claimed' || rules === 'nothing_to_claim';
  return isNeedless && execution.status === 'queued' && execution.intent.sourceClient === AUTO_CLAIM_CLIENT;
}

/**
 * Settles an unarmed step whose ref was used, once that use is confirmed: it has nothing to resend, so it would not recover
 * from a reorganisation at once.
 */
function decideExecuted(subject: StepInExecution, seen: KnownFacts): Decision {
  if (seen.refState === undefined) return needFact({ what: 'refState' });
  return seen.refState.used ? continueExecuted(subject, seen) : wait(BLOCK_RETRY_DELAY_MS, 'block');
}

/** Waits for gas where the custody pays for it, with a transfer that takes a turn to send. */
function decideGas(subject: StepInExecution, { gas, sendPermit, jitter }: KnownFacts): Decision {
  if (gas === undefined) return needFact({ what: sendPermit === undefined ? 'sendPermit' : 'gas' });
  return gas === false ? fail('insufficient_gas') : retryUnarmed(subject, jitter, 'gas');
}

/** Failing at the limit is safe, because the step was not armed. */
export function retryUnarmed(
  subject: StepInExecution,
  jitter: number,
  waitingFor: 'block' | 'gas' | 'provider',
  reason: StepFailure = followsApproval(subject) ? 'gave_up_before_buying' : 'gave_up_before_sending',
): Extract<Move, { kind: 'write' }> {
  const tries = subject.execution.tries + 1;
  if (tries >= MAX_UNARMED_TRIES) return fail(reason);
  const transition = {
    event: 'execution.delayed',
    execution: { tries, waitingFor },
  };
  return write(
    transition,
    wait(
      backoffMs(tries, UNARMED_BACKOFF, () => jitter),
      waitingFor,
    ),
  );
}

function followsApproval({ execution, step }: StepInExecution): boolean {
  return step.kind === 'main' && execution.steps.length > 1;
}

function arm(
  subject: StepInExecution,
  { nowMs, allowance }: { nowMs: number; allowance: Allowance | null },
  settings: DecisionSettings,
): Decision {
  const planned = toPlannedStep(subject, nowMs, settings);
  const approves = allowance !== null && allowance.permit === null;
  const call = encodeCall(planned, approves ? allowance.baseUnits : null);
  const kind = approves ? 'approve' : 'main';
  return { kind: 'arm', ready: { ...call, kind, allowance, deadlineMs: planned.deadlineSeconds * 1000 } };
}
