import type { RefState } from '@app/chain';
import type { StepFailure } from '../failure-reason.js';
import { computeStake } from '../planned-step.js';
import { approvedByAllowance, executedByRef, type StepInExecution } from '../transition.js';
import { type Decision, type DecisionSettings, fail, type KnownFacts, needFact, wait, write } from './decision.js';
import { computeAgeMs, proofPollDelayMs } from './poll-delay.js';

const PROOF_RETRY_DELAY_MS = 1_000;
/** Time from the deadline to a block that proves it: a reorganisation may replace younger blocks by earlier ones. */
const NEVER_MARGIN_MS = 60_000;

export type Proof =
  /** Not known before this is observed. */
  | { is: 'unobserved'; what: 'refState' | 'allowance' }
  /** The ref was used in a confirmed block. */
  | { is: 'executed' }
  /** The allowance covers the amount of the buy. */
  | { is: 'approved' }
  /** The ref is unused in a confirmed block a minute after the deadline. */
  | { is: 'never'; blockTimestampMs: number }
  | { is: 'open' };

type ProofSettings = Pick<DecisionSettings, 'plan'>;

/**
 * Proof of a step's outcome, from the chain only. Approvals check the ref too: in a restored database an approval may precede
 * a buy that was executed and lost.
 */
export function evaluateProof(subject: StepInExecution, seen: KnownFacts, settings: ProofSettings): Proof {
  const { refState } = seen;
  const { deadlineMs } = subject.step;
  if (deadlineMs === null) throw new Error('an armed step has no deadline');
  if (refState === undefined) return { is: 'unobserved', what: 'refState' };
  if (refState.used) return { is: 'executed' };
  if (subject.step.kind === 'approve') {
    if (seen.allowance === undefined) return { is: 'unobserved', what: 'allowance' };
    if (isApproved(subject, seen.allowance, settings)) return { is: 'approved' };
  }
  const { blockTimestampMs } = refState;
  return isOver(deadlineMs, refState) ? { is: 'never', blockTimestampMs } : { is: 'open' };
}

/** Whether no block to come can be at or before the deadline. */
export function isOver(deadlineMs: number, { blockTimestampMs }: RefState): boolean {
  return blockTimestampMs >= deadlineMs + NEVER_MARGIN_MS;
}

/** Settles a step past its deadline. */
export function decideByProof(subject: StepInExecution, seen: KnownFacts, settings: ProofSettings): Decision {
  const proof = evaluateProof(subject, seen, settings);
  switch (proof.is) {
    case 'unobserved':
      return needFact({ what: proof.what });
    case 'executed':
      return continueExecuted(subject, seen);
    case 'approved':
      return write(approvedByAllowance(subject));
    case 'open':
      return wait(PROOF_RETRY_DELAY_MS, 'block');
    case 'never':
      return fail(deadlineFailure(subject));
  }
}

/** An approval carries no deadline: it may be mined later and leave an allowance. */
export function deadlineFailure({ step }: StepInExecution): StepFailure {
  return step.kind === 'approve' ? 'approval_deadline_passed' : 'deadline_passed';
}

/** Continues with the transaction that used the ref. */
export function continueExecuted(subject: StepInExecution, { effect }: KnownFacts): Decision {
  if (effect === undefined) return needFact({ what: 'effect' });
  // The node's logs lag behind its state.
  if (effect === null) return wait(PROOF_RETRY_DELAY_MS, 'block');
  return write(executedByRef(subject, effect));
}

/** Continues a step whose effect the chain shows before its deadline; null while it does not. */
export function continueProven(subject: StepInExecution, seen: KnownFacts, settings: ProofSettings): Decision | null {
  if (subject.step.kind === 'approve') {
    if (seen.allowance === undefined) return needFact({ what: 'allowance' });
    return isApproved(subject, seen.allowance, settings) ? write(approvedByAllowance(subject)) : null;
  }
  if (seen.refState === undefined) return needFact({ what: 'refState' });
  return seen.refState.used ? continueExecuted(subject, seen) : null;
}

/** Waits until the chain shows the effect, at the latest at the deadline. */
export function awaitProof(subject: StepInExecution, seen: KnownFacts, settings: ProofSettings): Decision {
  const proven = continueProven(subject, seen, settings);
  if (proven !== null) return proven;
  const untilDeadlineMs = (subject.step.deadlineMs ?? seen.nowMs) - seen.nowMs + 1;
  return wait(Math.min(proofPollDelayMs(computeAgeMs(subject.step, seen)), untilDeadlineMs), 'block');
}

/** Whether the allowance covers the amount. Null, an allowance that could not be read, proves nothing. */
function isApproved(
  { execution: { intent } }: StepInExecution,
  allowance: bigint | null,
  { plan }: ProofSettings,
): boolean {
  const stake = computeStake({ intent, plan });
  if (stake === null) throw new Error('an approval lacks its amount');
  return allowance !== null && allowance >= stake.amountBaseUnits;
}
