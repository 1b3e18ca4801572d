import { toBaseUnits } from '@app/common';
import { ChainUnavailableError } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import type { StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

const BLOCK_RETRY_DELAY_MS = 1_000;

/**
 * Settles a step past its deadline by the chain. A used ref proves that it was executed; an unused ref in a confirmed block
 * after the deadline proves that it never will be. Approvals check the ref too: in a restored database an approval may
 * precede a buy that was executed and lost.
 */
export async function proveStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { chain, settings } = parts;
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
  return failStep(parts, context, 'deadline_passed', { blockTimestampMs });
}

/**
 * Settles an unarmed step whose ref was used, once that use is confirmed. Unarmed steps have nothing to resend, so they
 * cannot recover from a reorganisation that removes the transaction.
 */
export async function settleOnceConfirmed(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { walletAddress: sender, ref } = context.execution;
  const { used } = await parts.chain.refState({ sender, ref, confirmations: parts.settings.confirmations });
  return used ? settleAsExecuted(parts, context) : wait(BLOCK_RETRY_DELAY_MS, 'block');
}

/** Continues with the transaction that used the ref. */
export async function settleAsExecuted(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { execution, step } = context;
  const effect = await parts.chain.findEffect({
    sender: execution.walletAddress,
    ref: execution.ref,
    marketAddress: execution.intent.marketContractAddress,
  });
  // Used only in the pending block, or the node's logs lag behind its state.
  if (effect === null) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  if (step.kind === 'approve') {
    // The buy has taken effect, so its approval is no longer needed.
    await transitionStep(parts, context, { event: 'step.not_needed', step: { to: 'done' } });
    return AGAIN;
  }
  const { transactionHash, blockNumber, blockHash } = effect;
  await transitionStep(parts, context, {
    event: 'step.proven_by_ref',
    data: { transactionHash, blockNumber },
    step: { to: 'mined', transactionHash, blockNumber, blockHash },
    execution: {
      transactionHash,
      broadcastPerformed: true,
      waitingFor: 'block',
      ...(execution.status === 'broadcast' ? {} : { to: 'broadcast' }),
    },
  });
  return AGAIN;
}

/** Completes an approval once the allowance covers the amount, by whichever transaction. Approvals carry no ref. */
export async function settleApproval(parts: EngineParts, context: StepContext): Promise<boolean> {
  const { chain, settings } = parts;
  const { execution, step } = context;
  const { amount, marketContractAddress } = execution.intent;
  const required = amount === null ? null : toBaseUnits(amount, settings.plan.decimals);
  if (required === null || marketContractAddress === null) throw new Error('an approval lacks its amount');
  try {
    const allowance = await chain.allowance({ owner: execution.walletAddress, spender: marketContractAddress });
    if (allowance < required) return false;
  } catch (error) {
    if (error instanceof ChainUnavailableError) return false;
    throw error;
  }
  await transitionStep(parts, context, {
    event: 'step.proven_by_allowance',
    step: { to: 'done' },
    execution: execution.status === 'unknown' ? { to: step.hashes.length > 0 ? 'broadcast' : 'submitting' } : {},
  });
  return true;
}
