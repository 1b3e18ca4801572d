import type { FailureReason } from '../domain/failure.js';
import type { Receipt } from '../domain/ports/chain.js';
import { ProviderError, type ProviderTransaction } from '../domain/ports/custody.js';
import { accelerateStep } from './accelerate-step.js';
import type { EngineParts } from './engine-parts.js';
import { handleRevert } from './handle-revert.js';
import { adoptTransaction, listTransactionsOf } from './look-up-step.js';
import { proveStep } from './prove-step.js';
import { custodyQueryOf, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

/** Poll delay: a share of the transaction's age, within bounds. */
const POLL = { minMs: 40, maxMs: 5_000, shareOfAge: 0.25 } as const;
/** Age from which the provider is polled although a hash is known, because it may have replaced the transaction. */
const REPLACEMENT_POLL_AGE_MS = 10_000;
const PROVIDER_RETRY_DELAY_MS = 1_000;

/** Polls a sent step: its receipts on the chain first, then its transaction at the provider. */
export async function followStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { step, nowMs } = context;
  const receipt = await findReceipt(parts, step.hashes);
  if (receipt !== null)
    return receipt.succeeded ? recordMined(parts, context, receipt) : handleRevert(parts, context, receipt);
  if (step.deadlineMs !== null && nowMs > step.deadlineMs) return proveStep(parts, context);
  const ageMs = nowMs - (step.lastSentAtMs ?? nowMs);
  if (step.hashes.length > 0 && ageMs < REPLACEMENT_POLL_AGE_MS) return wait(pollDelayMs(ageMs), 'block');
  return pollProvider(parts, context, ageMs);
}

/** Receipt of a successful transaction if there is one, otherwise of any. */
async function findReceipt({ chain }: EngineParts, hashes: readonly string[]): Promise<Receipt | null> {
  const receipts = await Promise.all(hashes.map((hash) => chain.receipt(hash)));
  const found = receipts.filter((receipt) => receipt !== null);
  return found.find(({ succeeded }) => succeeded) ?? found[0] ?? null;
}

async function pollProvider(parts: EngineParts, context: StepContext, ageMs: number): Promise<StepResult> {
  const { step } = context;
  const { providerTransactionId: transactionId } = step;
  if (transactionId === null) throw new Error('a sent step has no id');
  let transaction: ProviderTransaction | null;
  try {
    transaction = await parts.provider.find({ ...custodyQueryOf(context), transactionId });
  } catch (error) {
    if (error instanceof ProviderError) return wait(Math.max(PROVIDER_RETRY_DELAY_MS, pollDelayMs(ageMs)), 'provider');
    throw error;
  }
  if (transaction === null) return returnToUnknown(parts, context);
  const hash = transaction.transactionHash;
  if (hash !== null && !step.hashes.includes(hash)) return recordHash(parts, context, hash);
  switch (transaction.state) {
    case 'failed':
    case 'denied':
    case 'cancelled':
      return handleProviderFailure(parts, context, transaction);
    case 'sent':
    case 'stuck':
      return (await accelerateStep(parts, context, transaction)) ?? wait(pollDelayMs(ageMs), 'block');
    case 'pending':
    case 'complete':
      return wait(pollDelayMs(ageMs), step.hashes.length > 0 ? 'block' : 'provider');
  }
}

async function recordHash(parts: EngineParts, context: StepContext, hash: string): Promise<StepResult> {
  const { execution, step } = context;
  await transitionStep(parts, context, {
    event: 'step.broadcast',
    data: { transactionHash: hash },
    step: { transactionHash: hash },
    execution: {
      broadcastPerformed: true,
      waitingFor: 'block',
      ...(execution.status === 'submitting' && { to: 'broadcast' }),
      ...(step.kind === 'approve' ? { approveTransactionHash: hash } : { transactionHash: hash }),
    },
  });
  await parts.failpoints.reach('waiting_for_block');
  return AGAIN;
}

async function recordMined(parts: EngineParts, context: StepContext, receipt: Receipt): Promise<StepResult> {
  await parts.failpoints.reach('mined_not_recorded');
  const { execution, step } = context;
  const { transactionHash, blockNumber, blockHash } = receipt;
  await transitionStep(parts, context, {
    event: 'step.mined',
    data: { transactionHash, blockNumber },
    step: { to: 'mined', transactionHash, blockNumber, blockHash },
    execution: {
      broadcastPerformed: true,
      // `submitting` with a known hash: the provider lost the transaction and a lookup found it again.
      ...(execution.status === 'submitting' && { to: 'broadcast' }),
      ...(step.kind === 'approve' ? { approveTransactionHash: transactionHash } : { transactionHash }),
    },
  });
  return AGAIN;
}

/** The provider no longer knows the transaction id that it returned, so whether it sent anything is unknown. */
async function returnToUnknown(parts: EngineParts, context: StepContext): Promise<StepResult> {
  await transitionStep(parts, context, {
    event: 'step.forgotten_by_provider',
    step: { to: 'unknown', providerTransactionId: null },
    execution: { to: 'unknown', waitingFor: 'provider' },
  });
  // The provider's list may still contain the transaction; the delay keeps lookup and poll from alternating at once.
  return wait(PROVIDER_RETRY_DELAY_MS, 'provider');
}

const FAILURES = {
  failed: 'provider_failed',
  denied: 'provider_denied',
  cancelled: 'provider_cancelled',
} as const satisfies Record<string, FailureReason>;
const FUNDS_REASONS: ReadonlySet<string> = new Set(['INSUFFICIENT_NATIVE_TOKEN', 'INSUFFICIENT_TOKEN']);

/**
 * The provider reports the transaction as failed. That fails the step only if no hash was ever seen and the transaction
 * answered the step's only send. After a resend the provider may have taken two requests. A transaction found by refId may
 * belong to an attempt that a restored database has lost. In both cases the step waits for proof by ref and deadline.
 * Approvals do not wait, because they have no effect to miss.
 */
async function handleProviderFailure(
  parts: EngineParts,
  context: StepContext,
  transaction: ProviderTransaction,
): Promise<StepResult> {
  const { step, nowMs } = context;
  const waitForProof = wait(Math.min(POLL.maxMs, (step.deadlineMs ?? nowMs) - nowMs + 1), 'block');
  if (step.hashes.length > 0) return waitForProof;
  const answeredOnlySend = step.sendAttempts === 1 && step.providerState === null;
  if (!answeredOnlySend) {
    const all = await listTransactionsOf(parts, context);
    if (all === 'no_answer') return wait(PROVIDER_RETRY_DELAY_MS, 'provider');
    const live = all.find(({ id, state }) => id !== transaction.id && !(state in FAILURES));
    if (live !== undefined) {
      await adoptTransaction(parts, context, live);
      return AGAIN;
    }
    if (step.kind === 'main') return waitForProof;
  }
  const { state, errorReason } = transaction;
  const reason =
    state === 'failed' || state === 'denied' || state === 'cancelled' ? FAILURES[state] : 'provider_failed';
  const lacksFunds = errorReason !== null && FUNDS_REASONS.has(errorReason);
  return failStep(parts, context, lacksFunds ? 'insufficient_gas' : reason, { errorReason });
}

function pollDelayMs(ageMs: number): number {
  return Math.min(POLL.maxMs, Math.max(POLL.minMs, ageMs * POLL.shareOfAge));
}
