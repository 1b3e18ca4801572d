import { assertNever } from '@app/common';
import type { StepInExecution } from '../transition.js';
import { decideMined } from './decide-mined.js';
import { decidePlanned } from './decide-planned.js';
import { decideSent } from './decide-sent.js';
import { decideUnsent } from './decide-unsent.js';
import type { Decision, DecisionSettings, KnownFacts } from './decision.js';
import { decideByProof, evaluateProof } from './proof.js';

/** Decides the next move of the first step that is not done, or the fact to observe before. Pure. */
export function decide(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { status } = subject.step;
  switch (status) {
    case 'planned': {
      const decision = decidePlanned(subject, seen, settings);
      const isFailure = decision.kind === 'write' && decision.transition.execution?.to === 'failed';
      if (!isFailure || subject.step.kind === 'approve' || subject.step.hashes.length === 0) return decision;
      // A reorganisation may free the nonce of an earlier body until its deadline.
      return evaluateProof(subject, seen, settings).is === 'never' ? decision : decideByProof(subject, seen, settings);
    }
    case 'armed':
    case 'unknown':
      return decideUnsent(subject, seen, settings);
    case 'sent':
      return decideSent(subject, seen, settings);
    case 'mined':
      return decideMined(subject, seen, settings);
    case 'done':
    case 'failed':
      throw new Error(`a ${status} step has no next move`);
    default:
      return assertNever(status);
  }
}
