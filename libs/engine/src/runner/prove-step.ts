import { toBaseUnits } from '@app/common';
import { ChainUnavailableError } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { changeOf, failStep, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';

const BLOCK_RETRY_DELAY_MS = 1_000;

/**
 * The deadline is over and the step's outcome is not known: the chain knows it. A used ref proves that it was executed;
 * a ref that is unused in a confirmed block after the deadline proves that it never will be. An approval asks for the ref
 * too: in a restored database it may stand before a buy that was executed and forgotten.
 */
export async function proveStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { chain, store, settings } = parts;
  const { execution, step } = context;
  if (step.deadlineMs === null) throw new Error('an armed step has no deadline');
  if (step.kind === 'approve' && (await settleApproval(parts, context))) return AGAIN;
  const { used, blockTimestampMs } = await chain.refState({
    sender: execution.walletAddress,
    ref: execution.ref,
    confirmations: settings.confirmations,
  });
  if (used) return settleAsExecuted(parts, context);
  if (blockTimestampMs <= step.deadlineMs) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  return failStep(store, context, 'deadline_passed', { blockTimestampMs });
}

/**
 * A step of which nothing was armed cannot wait for a receipt that a reorganisation takes away: it has nothing to repeat.
 * It is settled when the use of its ref is beyond that.
 */
export async function settleOnceConfirmed(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { execution } = context;
  const { confirmations } = parts.settings;
  const { used } = await parts.chain.refState({
    sender: execution.walletAddress,
    ref: execution.ref,
    confirmations,
  });
  return used ? settleAsExecuted(parts, context) : wait(BLOCK_RETRY_DELAY_MS, 'block');
}

/** The ref was used: finds the transaction that used it and goes on from there. */
export async function settleAsExecuted({ chain, store }: EngineParts, context: StepContext): Promise<StepResult> {
  const { execution, step } = context;
  const effect = await chain.findEffect({
    sender: execution.walletAddress,
    ref: execution.ref,
    marketAddress: execution.intent.marketContractAddress,
  });
  // Used at the pending block only, or the node's logs lag behind its state: it will show.
  if (effect === null) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  if (step.kind === 'approve') {
    // The buy itself took effect already, so its approval is not needed any more.
    await store.apply(context.lease, changeOf(context, { event: 'step.not_needed', step: { to: 'done' } }));
    return AGAIN;
  }
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.proven_by_ref',
      data: { transactionHash: effect.transactionHash, blockNumber: effect.blockNumber },
      step: {
        to: 'mined',
        transactionHash: effect.transactionHash,
        blockNumber: effect.blockNumber,
        blockHash: effect.blockHash,
      },
      execution: {
        transactionHash: effect.transactionHash,
        broadcastPerformed: true,
        waitingFor: 'block',
        ...(execution.status === 'broadcast' ? {} : { to: 'broadcast' }),
      },
    }),
  );
  return AGAIN;
}

/** Approvals carry no ref and are absolute: once the allowance covers the amount, it does not matter how it came. */
export async function settleApproval({ chain, store, settings }: EngineParts, context: StepContext): Promise<boolean> {
  const { execution, step } = context;
  const { amount, marketContractAddress } = execution.intent;
  const wanted = amount === null ? null : toBaseUnits(amount, settings.plan.decimals);
  if (wanted === null || marketContractAddress === null) throw new Error('an approval lacks its amount');
  try {
    const allowance = await chain.allowance({ owner: execution.walletAddress, spender: marketContractAddress });
    if (allowance < wanted) return false;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return false;
    throw error;
  }
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.proven_by_allowance',
      step: { to: 'done' },
      execution: execution.status === 'unknown' ? { to: step.hashes.length > 0 ? 'broadcast' : 'submitting' } : {},
    }),
  );
  return true;
}
