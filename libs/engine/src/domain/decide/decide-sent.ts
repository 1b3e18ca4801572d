import { foreignHash, mined, type StepInExecution } from '../transition.js';
import { type Decision, type DecisionSettings, type KnownFacts, needFact, wait, write } from './decision.js';
import { decideAtProvider } from './decide-at-provider.js';
import { complete, mayComplete, ownReceipt } from './decide-mined.js';
import { decideReverted } from './decide-reverted.js';
import { blockPollDelayMs, computeAgeMs } from './poll-delay.js';
import { decideByProof } from './proof.js';

/** Age from which the provider is polled although a hash is known, because it may have replaced the transaction. */
const REPLACEMENT_POLL_AGE_MS = 10_000;

/** Follows a sent step: its receipts on the chain first, then its transaction at the provider. */
export function decideSent(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { step } = subject;
  const { nowMs } = seen;
  if (step.hashes.length > 0) {
    if (seen.receipts === undefined) return needFact({ what: 'receipts', hashes: step.hashes });
    const own = ownReceipt(subject, seen.receipts, settings);
    if (own !== null) {
      return mayComplete(subject, settings) ? complete(subject, seen, own) : write(mined(subject, own.receipt));
    }
    const foreign = seen.receipts.find(({ succeeded }) => succeeded);
    if (foreign !== undefined) return write(foreignHash(subject, foreign.transactionHash));
    const [reverted] = seen.receipts;
    if (reverted !== undefined) return decideReverted(subject, { ...seen, reverted }, settings);
  }
  if (step.deadlineMs !== null && nowMs > step.deadlineMs) return decideByProof(subject, seen, settings);
  const ageMs = computeAgeMs(step, seen);
  if (step.hashes.length > 0 && ageMs < REPLACEMENT_POLL_AGE_MS) return wait(blockPollDelayMs(ageMs), 'block');
  return decideAtProvider(subject, seen, settings);
}
