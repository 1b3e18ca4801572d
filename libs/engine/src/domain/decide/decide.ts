import { assertNever } from '@app/common';
import type { StepInExecution } from '../transition.js';
import { decideMined } from './decide-mined.js';
import { decidePlanned } from './decide-planned.js';
import { decideSent } from './decide-sent.js';
import { decideUnsent } from './decide-unsent.js';
import type { Decision, DecisionSettings, KnownFacts } from './decision.js';
import { decideByProof } from './proof.js';

/**
 * Decides the next move of the first step that is not done, or which fact to observe before. Pure: equal arguments give
 * equal decisions.
 */
export function decide(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { status } = subject.step;
  switch (status) {
    case 'planned': {
      const decision = decidePlanned(subject, seen, settings);
      // A reorganisation may free the nonce of an earlier body until its deadline.
      const isFailure = decision.kind === 'write' && decision.transition.execution?.to === 'failed';
      return isFailure && subject.step.hashes.length > 0 ? decideByProof(subject, seen, settings) : decision;
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
