import type { Receipt } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { adopt, transactionsOf } from './look-up-step.js';
import { settleAsExecuted } from './prove-step.js';
import { changeOf, failStep, type StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';

const BLOCK_RETRY_DELAY_MS = 500;

/**
 * A transaction of the step was mined and reverted. That is failure only if no other transaction of the same step took
 * effect or still can: a provider that forgot our key may have sent two, and the second then reverts on the used ref. What
 * was sent more than once is therefore called failed only after its deadline, which no later transaction survives.
 */
export async function handleRevert(parts: EngineParts, context: StepContext, seen: Receipt): Promise<StepResult> {
  const { chain, settings } = parts;
  const { execution, step } = context;
  const head = await chain.head();
  // Read again after the head, so that it is at least as deep as it seems, whatever was reorganised meanwhile.
  const receipt = await chain.receipt(seen.transactionHash);
  if (receipt === null || receipt.succeeded) return AGAIN;
  if (head.blockNumber - receipt.blockNumber + 1 < settings.confirmations) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  let mayStillTakeEffect = false;
  if (step.kind === 'main') {
    const { used, blockTimestampMs } = await chain.refState({
      sender: execution.walletAddress,
      ref: execution.ref,
      confirmations: settings.confirmations,
    });
    if (used) return settleAsExecuted(parts, context);
    mayStillTakeEffect = step.sendAttempts > 1 && blockTimestampMs <= (step.deadlineMs ?? 0);
  }
  if (step.sendAttempts > 1) {
    const all = await transactionsOf(parts, context);
    if (all === 'no_answer') return wait(1_000, 'provider');
    const other = all.find(
      ({ id, state }) =>
        id !== step.providerTransactionId && (state === 'pending' || state === 'sent' || state === 'stuck'),
    );
    if (other !== undefined) {
      await adopt(parts, context, other);
      return wait(BLOCK_RETRY_DELAY_MS, 'block');
    }
  }
  if (mayStillTakeEffect) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  await parts.store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.reverted',
      data: { transactionHash: receipt.transactionHash, blockNumber: receipt.blockNumber },
      step: { blockNumber: receipt.blockNumber, blockHash: receipt.blockHash },
    }),
  );
  await failStep(parts.store, context, 'reverted_on_chain', { transactionHash: receipt.transactionHash });
  return AGAIN;
}
