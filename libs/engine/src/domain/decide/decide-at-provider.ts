import { type EndedTransaction, isEnded, precedesBroadcast, toStepFailure } from '../provider-ending.js';
import { broadcast, forgotten, found, nonceTaken, type StepInExecution } from '../transition.js';
import { decideStuck } from './decide-stuck.js';
import { type Decision, type DecisionSettings, fail, type KnownFacts, needFact, wait, write } from './decision.js';
import { complete, mayComplete, ownReceipt } from './decide-mined.js';
import { blockPollDelayMs, computeAgeMs } from './poll-delay.js';
import { awaitProof, continueExecuted, continueProven } from './proof.js';

const PROVIDER_RETRY_DELAY_MS = 1_000;
/** Hashes of a step, foreign ones included, above which no other that the provider shows is recorded. */
const MAX_HASHES = 20;

/** Decides by the step's transaction at the provider, which may name a hash and never proves an outcome by itself. */
export function decideAtProvider(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { step } = subject;
  const ageMs = computeAgeMs(step, seen);
  const { provider: transaction } = seen;
  if (transaction === undefined) return needFact({ what: 'provider' });
  if (transaction === 'no_answer') return wait(Math.max(PROVIDER_RETRY_DELAY_MS, blockPollDelayMs(ageMs)), 'provider');
  // The provider's list may still contain the transaction; the rest keeps lookup and poll from alternating at once.
  if (transaction === null) return write(forgotten(), wait(PROVIDER_RETRY_DELAY_MS, 'provider'));
  const { transactionHash: hash } = transaction;
  const isNew = hash !== null && !step.hashes.includes(hash) && !step.foreignHashes.includes(hash);
  if (isNew && step.hashes.length + step.foreignHashes.length < MAX_HASHES) {
    return decideBroadcast(subject, seen, { hash, settings });
  }
  if (transaction.state === 'replaced') return continueProven(subject, seen, settings) ?? write(nonceTaken(subject));
  if (transaction.state === 'queued' && seen.earlierSent === undefined) return needFact({ what: 'earlierSent' });
  if (isEnded(transaction)) return decideEnded(subject, { ...seen, ended: transaction }, settings);
  if (step.hashes.length === 0 && step.foreignHashes.length > 0) return awaitProof(subject, seen, settings);
  if (transaction.state === 'sent' || transaction.state === 'stuck') {
    return decideStuck(subject, seen, { transaction, settings }) ?? wait(blockPollDelayMs(ageMs), 'block');
  }
  return wait(blockPollDelayMs(ageMs), step.hashes.length > 0 ? 'block' : 'provider');
}

/**
 * The provider shows a new hash. If its transaction is in a block already, one write completes the step. Otherwise, and while
 * the node does not answer, the hash is recorded: the provider may not show it again.
 */
function decideBroadcast(
  subject: StepInExecution,
  seen: KnownFacts,
  { hash, settings }: { hash: string; settings: DecisionSettings },
): Decision {
  const { step } = subject;
  // With a rest: a provider may show another hash in each poll.
  const rest = step.hashes.length > 0 ? wait(blockPollDelayMs(computeAgeMs(step, seen)), 'block') : null;
  if (rest !== null || !mayComplete(subject, settings)) return write(broadcast(subject, hash), rest);
  const { receipts } = seen;
  if (receipts === undefined) return needFact({ what: 'receipts', hashes: [hash], optional: true });
  const own = ownReceipt(subject, receipts, settings);
  return own === null ? { ...write(broadcast(subject, hash)), known: { receipts } } : complete(subject, seen, own);
}

/**
 * The provider reports the transaction as ended without an effect. That fails a main step only if no hash was ever seen, the
 * transaction answered the only send and was not accelerated, its reason precedes broadcasting, and the ref is unused.
 * Otherwise the transaction, a second one, or one of an attempt that a restored database has lost may still be mined. A buy is
 * not armed before its approval is done, so a failed approval with an unused ref proves that the intent takes no effect.
 */
function decideEnded(
  subject: StepInExecution,
  seen: KnownFacts & { ended: EndedTransaction },
  settings: DecisionSettings,
): Decision {
  const { step } = subject;
  const { ended, listed } = seen;
  if (step.hashes.length > 0 || step.foreignHashes.length > 0) return awaitProof(subject, seen, settings);
  const answeredOnlySend = step.sendAttempts === 1 && step.accelerations === 0 && step.providerState === null;
  if (!answeredOnlySend) {
    if (listed === undefined) return needFact({ what: 'listed' });
    if (listed === 'no_answer') return wait(PROVIDER_RETRY_DELAY_MS, 'provider');
    const live = listed.find((one) => one.id !== ended.id && !isEnded(one));
    if (live !== undefined) return write(found(subject, live));
  }
  if (step.kind === 'main' && (!answeredOnlySend || !precedesBroadcast(ended))) {
    return awaitProof(subject, seen, settings);
  }
  if (seen.refState === undefined) return needFact({ what: 'refState' });
  if (seen.refState.used) return continueExecuted(subject, seen);
  return fail(toStepFailure(ended), { errorReason: ended.errorReason });
}
