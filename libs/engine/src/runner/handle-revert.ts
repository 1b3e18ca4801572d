import type { Receipt } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { adoptTransaction, listTransactionsOf } from './look-up-step.js';
import { settleAsExecuted } from './prove-step.js';
import type { StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { failStep, transitionStep } from './transition-step.js';

const BLOCK_RETRY_DELAY_MS = 500;
const PROVIDER_RETRY_DELAY_MS = 1_000;

/**
 * A transaction of the step was mined and reverted. A provider that lost the idempotency key may have sent two, and the
 * second then reverts on the used ref. A step that was sent more than once therefore fails only after its deadline. No
 * other transaction of it can take effect then.
 */
export async function handleRevert(parts: EngineParts, context: StepContext, seen: Receipt): Promise<StepResult> {
  const { chain, settings } = parts;
  const { execution, step } = context;
  const head = await chain.head();
  // Receipt after head: it is at least as deep as computed, also across a reorganisation.
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
    const all = await listTransactionsOf(parts, context);
    if (all === 'no_answer') return wait(PROVIDER_RETRY_DELAY_MS, 'provider');
    const other = all.find(
      ({ id, state }) =>
        id !== step.providerTransactionId && (state === 'pending' || state === 'sent' || state === 'stuck'),
    );
    if (other !== undefined) {
      await adoptTransaction(parts, context, other);
      return wait(BLOCK_RETRY_DELAY_MS, 'block');
    }
  }
  if (mayStillTakeEffect) return wait(BLOCK_RETRY_DELAY_MS, 'block');
  const { transactionHash, blockNumber, blockHash } = receipt;
  await transitionStep(parts, context, {
    event: 'step.reverted',
    data: { transactionHash, blockNumber },
    step: { blockNumber, blockHash },
  });
  return failStep(parts, context, 'reverted_on_chain', { transactionHash });
}
