import type { Receipt } from '@app/chain';
import { isOwnCall } from '../receipt-evidence.js';
import { foreignHash, found, reverted, type StepInExecution } from '../transition.js';
import { type Decision, type DecisionSettings, type KnownFacts, needFact, wait, write } from './decision.js';
import { continueExecuted, isOver } from './proof.js';

const BLOCK_RETRY_DELAY_MS = 500;
const PROVIDER_RETRY_DELAY_MS = 1_000;

/**
 * A transaction under one of the step's hashes was mined and reverted. A provider that lost the idempotency key may have
 * sent two, and the second then reverts on the used ref. A step that was sent more than once therefore fails only after its
 * deadline. No other transaction of it can take effect then. Approvals check the ref too: in a restored database one may
 * precede a later attempt that was executed and lost.
 */
export function decideReverted(
  subject: StepInExecution,
  seen: KnownFacts & { reverted: Receipt },
  settings: DecisionSettings,
): Decision {
  const { step } = subject;
  const { transactionHash } = seen.reverted;
  if (seen.transaction === undefined) return needFact({ what: 'transaction', transactionHash });
  if (seen.transaction === null) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  const isOwn = isOwnCall(seen.transaction, subject, settings.plan);
  if (isOwn === null) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  if (!isOwn) return write(foreignHash(subject, transactionHash));
  if (seen.confirmed === undefined) return needFact({ what: 'confirmed', transactionHash });
  const { receipt, depth } = seen.confirmed;
  // A reorganisation, or nodes of different height behind one address.
  if (receipt === null || receipt.succeeded) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  if (depth < settings.confirmations) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  if (seen.refState === undefined) return needFact({ what: 'refState' });
  if (seen.refState.used) return continueExecuted(subject, seen);
  if (seen.refState.blockNumber < seen.reverted.blockNumber) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  const mayStillTakeEffect =
    step.kind === 'main' && step.sendAttempts > 1 && !isOver(step.deadlineMs ?? 0, seen.refState);
  return (
    otherTransaction(subject, seen) ??
    (mayStillTakeEffect ? wait(BLOCK_RETRY_DELAY_MS, 'block') : write(reverted(receipt)))
  );
}

/** Follows another transaction that the provider took for the step; null when there is none. */
function otherTransaction(subject: StepInExecution, { listed }: KnownFacts): Decision | null {
  const { step } = subject;
  if (step.sendAttempts <= 1) return null;
  if (listed === undefined) return needFact({ what: 'listed' });
  if (listed === 'no_answer') return wait(PROVIDER_RETRY_DELAY_MS, 'provider');
  const other = listed.find(
    ({ id, state }) =>
      id !== step.providerTransactionId && (state === 'pending' || state === 'sent' || state === 'stuck'),
  );
  return other === undefined ? null : write(found(subject, other), wait(BLOCK_RETRY_DELAY_MS, 'block'));
}
