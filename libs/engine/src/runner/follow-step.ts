import type { Receipt } from '../domain/ports/chain.js';
import { ProviderError, type ProviderTransaction } from '../domain/ports/wallet-provider.js';
import type { FailureReason } from '../domain/failure.js';
import { accelerateStep } from './accelerate-step.js';
import type { EngineParts } from './engine-parts.js';
import { handleRevert } from './handle-revert.js';
import { adopt, transactionsOf } from './look-up-step.js';
import { proveStep } from './prove-step.js';
import { changeOf, failStep, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';

const POLL = { fastestMs: 40, slowestMs: 5_000, shareOfAge: 0.25 } as const;
/** From this age on the provider is asked even when a hash is known: it may have replaced the transaction. */
const ASK_AGAIN_AFTER_MS = 10_000;
const FORGOTTEN_RETRY_DELAY_MS = 1_000;

/** The provider has the step: its hash is looked for, then its receipt. Our own node is the judge, not the provider. */
export async function followStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { step, nowMs } = context;
  const receipt = await firstReceipt(parts, step.hashes);
  if (receipt !== null)
    return receipt.succeeded ? recordMined(parts, context, receipt) : handleRevert(parts, context, receipt);
  if (step.deadlineMs !== null && nowMs > step.deadlineMs) return proveStep(parts, context);
  const ageMs = nowMs - (step.lastSentAtMs ?? nowMs);
  if (step.hashes.length > 0 && ageMs < ASK_AGAIN_AFTER_MS) return wait(pollDelayMs(ageMs), 'block');
  return askProvider(parts, context, ageMs);
}

async function firstReceipt({ chain }: EngineParts, hashes: readonly string[]): Promise<Receipt | null> {
  const receipts = await Promise.all(hashes.map((hash) => chain.receipt(hash)));
  const found = receipts.filter((receipt) => receipt !== null);
  return found.find(({ succeeded }) => succeeded) ?? found[0] ?? null;
}

async function askProvider(parts: EngineParts, context: StepContext, ageMs: number): Promise<StepResult> {
  const { step, providerWalletId } = context;
  if (step.providerTransactionId === null || providerWalletId === null) throw new Error('a sent step has no id');
  let transaction: ProviderTransaction | null;
  try {
    transaction = await parts.provider.findTransaction({ id: step.providerTransactionId, providerWalletId });
  } catch (error) {
    if (error instanceof ProviderError) return wait(Math.max(1_000, pollDelayMs(ageMs)), 'provider');
    throw error;
  }
  if (transaction === null) return forgotten(parts, context);
  const hash = transaction.transactionHash;
  if (hash !== null && !step.hashes.includes(hash)) return recordHash(parts, context, hash);
  switch (transaction.state) {
    case 'failed':
    case 'denied':
    case 'cancelled':
      return ended(parts, context, transaction);
    case 'sent':
    case 'stuck':
      return (await accelerateStep(parts, context, transaction)) ?? wait(pollDelayMs(ageMs), 'block');
    case 'pending':
    case 'complete':
      return wait(pollDelayMs(ageMs), step.hashes.length > 0 ? 'block' : 'provider');
  }
}

async function recordHash({ store, failpoints }: EngineParts, context: StepContext, hash: string): Promise<StepResult> {
  const { execution, step } = context;
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.broadcast',
      data: { transactionHash: hash },
      step: { transactionHash: hash },
      execution: {
        broadcastPerformed: true,
        waitingFor: 'block',
        ...(execution.status === 'submitting' && { to: 'broadcast' }),
        ...(step.kind === 'approve' ? { approveTransactionHash: hash } : { transactionHash: hash }),
      },
    }),
  );
  await failpoints.reach('waiting_for_block');
  return AGAIN;
}

async function recordMined(
  { store, failpoints }: EngineParts,
  context: StepContext,
  receipt: Receipt,
): Promise<StepResult> {
  await failpoints.reach('mined_not_recorded');
  const { execution, step } = context;
  const { transactionHash, blockNumber, blockHash } = receipt;
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.mined',
      data: { transactionHash, blockNumber },
      step: { to: 'mined', transactionHash, blockNumber, blockHash },
      execution: {
        broadcastPerformed: true,
        // Its hash may have been known from before the provider forgot it and it was found again.
        ...(execution.status === 'submitting' && { to: 'broadcast' }),
        ...(step.kind === 'approve' ? { approveTransactionHash: transactionHash } : { transactionHash }),
      },
    }),
  );
  return AGAIN;
}

/** The provider no longer knows the id that it gave us: whether it sent anything is open again. */
async function forgotten({ store }: EngineParts, context: StepContext): Promise<StepResult> {
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.forgotten_by_provider',
      step: { to: 'unknown', providerTransactionId: null },
      execution: { to: 'unknown', waitingFor: 'provider' },
    }),
  );
  // Its list may show what its address does not: without a rest the two would be asked in turn for ever.
  return wait(FORGOTTEN_RETRY_DELAY_MS, 'provider');
}

const FAILURES = {
  failed: 'provider_failed',
  denied: 'provider_denied',
  cancelled: 'provider_cancelled',
} as const satisfies Record<string, FailureReason>;
const FUNDS_REASONS: ReadonlySet<string> = new Set(['INSUFFICIENT_NATIVE_TOKEN', 'INSUFFICIENT_TOKEN']);

/**
 * The provider gave the transaction up. That fails the step only if no hash was ever seen and the transaction is what it
 * answered to the only send. What was sent again may have been taken again, by a provider that forgot the key and may
 * have lost the record too; what was found by its name may be of an attempt that a restored database has forgotten. Then
 * the chain judges, by the ref and the deadline. An approval alone has no effect to miss.
 */
async function ended(parts: EngineParts, context: StepContext, transaction: ProviderTransaction): Promise<StepResult> {
  const { step, nowMs } = context;
  const untilProof = wait(Math.min(POLL.slowestMs, (step.deadlineMs ?? nowMs) - nowMs + 1), 'block');
  if (step.hashes.length > 0) return untilProof;
  const answeredToOneSend = step.sendAttempts === 1 && step.providerState === null;
  if (!answeredToOneSend) {
    const all = await transactionsOf(parts, context);
    if (all === 'no_answer') return wait(1_000, 'provider');
    const live = all.find(({ id, state }) => id !== transaction.id && !(state in FAILURES));
    if (live !== undefined) {
      await adopt(parts, context, live);
      return AGAIN;
    }
    if (step.kind === 'main') return untilProof;
  }
  const { state, errorReason } = transaction;
  const known = state === 'failed' || state === 'denied' || state === 'cancelled' ? FAILURES[state] : 'provider_failed';
  const short = errorReason !== null && FUNDS_REASONS.has(errorReason);
  return failStep(parts.store, context, short ? 'insufficient_gas' : known, { errorReason });
}

function pollDelayMs(ageMs: number): number {
  return Math.min(POLL.slowestMs, Math.max(POLL.fastestMs, ageMs * POLL.shareOfAge));
}
