import type { Receipt } from '@app/chain';
import { findMarket } from '../receipt-evidence.js';
import { approved, executed, mined, receiptVanished, type StepInExecution } from '../transition.js';
import { type Decision, type DecisionSettings, type KnownFacts, needFact, wait, write } from './decision.js';
import { decideByProof } from './proof.js';

const BLOCK_RETRY_DELAY_MS = 250;
/** Time after mining for which a failed readback is retried before the execution ends without one. */
const READBACK_TIMEOUT_MS = 30_000;
const READBACK_RETRY_DELAY_MS = 1_000;

/** Completes a mined step once it has enough confirmations, and with the last step execution and intent. */
export function decideMined(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { transactionHash } = subject.step;
  if (transactionHash === null) throw new Error('a mined step has no hash');
  if (seen.confirmed === undefined) return needFact({ what: 'confirmed', transactionHash });
  const { receipt, depth } = seen.confirmed;
  const own = ownReceipt(subject, receipt === null ? [] : [receipt], settings);
  if (own === null) return vanished(subject, seen, settings);
  if (depth < settings.confirmations) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  return complete(subject, seen, own);
}

/**
 * Without a body, as in a step restored from the chain, there is nothing to follow but the ref. Such a step was armed before
 * its record was made, so its unknown deadline is no later than that of a step armed then.
 */
function vanished(subject: StepInExecution, seen: KnownFacts, settings: DecisionSettings): Decision {
  const { execution, step } = subject;
  if (step.body !== null) return write(receiptVanished(), wait(BLOCK_RETRY_DELAY_MS, 'block'));
  // The node's receipts lag behind its logs.
  if (seen.effect?.transactionHash === step.transactionHash) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  const deadlineMs = execution.createdAtMs + settings.deadlineMs;
  return decideByProof({ execution, step: { ...step, deadlineMs } }, seen, settings);
}

/** Receipt of the step's own transaction, and its market. */
interface OwnReceipt {
  readonly receipt: Receipt;
  readonly market: string;
}

export function ownReceipt(
  subject: StepInExecution,
  receipts: readonly Receipt[],
  { plan }: DecisionSettings,
): OwnReceipt | null {
  for (const receipt of receipts) {
    const market = findMarket(receipt, subject, plan);
    if (market !== null) return { receipt, market };
  }
  return null;
}

/**
 * Whether a receipt completes a step that is not recorded as mined. A receipt is as deep as one confirmation; more take the
 * chain's head. An execution is broadcast before it is executed.
 */
export function mayComplete({ execution, step }: StepInExecution, { confirmations }: DecisionSettings): boolean {
  return confirmations <= 1 && (step.kind === 'approve' || execution.status === 'broadcast');
}

/** Completes a step whose receipt is deep enough. */
export function complete(
  subject: StepInExecution,
  { nowMs, readback }: KnownFacts,
  { receipt, market }: OwnReceipt,
): Decision {
  const { step } = subject;
  if (step.kind === 'approve') return write(approved(subject, receipt));
  if (readback === undefined) {
    return needFact({ what: 'readback', marketAddress: market, blockNumber: receipt.blockNumber });
  }
  const retry = wait(READBACK_RETRY_DELAY_MS, 'block');
  if (readback === null && step.status !== 'mined') return write(mined(subject, receipt), retry);
  if (readback === null && nowMs - step.updatedAtMs < READBACK_TIMEOUT_MS) return retry;
  return write(
    executed(subject, receipt, {
      marketContractAddress: market.toLowerCase(),
      readback,
      readbackDueAtMs: readback === null ? nowMs + READBACK_TIMEOUT_MS : null,
    }),
  );
}
