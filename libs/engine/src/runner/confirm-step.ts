import type { Readback } from '@app/agents';
import { errorFields } from '@app/observability';
import type { Receipt } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import type { StepContext } from './step-context.js';
import { AGAIN, type StepResult, wait } from './step-result.js';
import { transitionStep } from './transition-step.js';

const BLOCK_RETRY_DELAY_MS = 250;
/** Time after mining for which a failed readback is retried before the execution ends without one. */
const READBACK_TIMEOUT_MS = 30_000;
const READBACK_RETRY_DELAY_MS = 1_000;

/** Completes a mined step once it has enough confirmations, and with the last step execution and intent. */
export async function confirmStep(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const { chain, settings } = parts;
  const { step } = context;
  if (step.transactionHash === null) throw new Error('a mined step has no hash');
  // Head before receipt: a receipt read later is at least as deep as computed, also across a reorganisation.
  const head = settings.confirmations > 1 ? await chain.head() : null;
  const receipt = await chain.receipt(step.transactionHash);
  if (receipt === null || !receipt.succeeded) return returnToSent(parts, context);
  if (head !== null && head.blockNumber - receipt.blockNumber + 1 < settings.confirmations) {
    return wait(BLOCK_RETRY_DELAY_MS, 'block');
  }
  if (step.kind === 'main') return finishExecution(parts, context, receipt);
  const { blockNumber, blockHash } = receipt;
  await transitionStep(parts, context, {
    event: 'step.done',
    data: { blockNumber },
    step: { to: 'done', blockNumber, blockHash },
  });
  await parts.failpoints.reach('approved_main_planned');
  return AGAIN;
}

/** After a reorganisation removed the block; another block may include the transaction. */
async function returnToSent(parts: EngineParts, context: StepContext): Promise<StepResult> {
  await transitionStep(parts, context, {
    event: 'step.receipt_vanished',
    step: { to: 'sent', blockNumber: null, blockHash: null },
  });
  return wait(BLOCK_RETRY_DELAY_MS, 'block');
}

async function finishExecution(parts: EngineParts, context: StepContext, receipt: Receipt): Promise<StepResult> {
  const { chain, failpoints } = parts;
  const { execution, step, nowMs } = context;
  await failpoints.reach('recorded_no_readback');
  const { intent } = execution;
  const market =
    intent.action === 'create_market' ? chain.createdMarket(receipt, execution.ref) : intent.marketContractAddress;
  const readback = market === null ? null : await readBack(parts, context, { market, receipt });
  if (readback === null && nowMs - step.updatedAtMs < READBACK_TIMEOUT_MS)
    return wait(READBACK_RETRY_DELAY_MS, 'block');
  await transitionStep(parts, context, {
    event: 'execution.executed',
    data: { transactionHash: receipt.transactionHash, blockNumber: receipt.blockNumber },
    // The block may differ from the one recorded at first, after a reorganisation.
    step: { to: 'done', blockNumber: receipt.blockNumber, blockHash: receipt.blockHash },
    execution: {
      to: 'executed',
      waitingFor: null,
      ...(market !== null && { marketContractAddress: market.toLowerCase() }),
      readback,
      readbackDueAtMs: readback === null ? nowMs + READBACK_TIMEOUT_MS : null,
    },
  });
  return AGAIN;
}

async function readBack(
  { chain, log }: EngineParts,
  { execution }: StepContext,
  { market, receipt }: { market: string; receipt: Receipt },
): Promise<Readback | null> {
  try {
    return await chain.readback({
      action: execution.intent.action,
      walletAddress: execution.walletAddress,
      marketAddress: market,
      blockNumber: receipt.blockNumber,
    });
  } catch (error) {
    log.warn({ event: 'execution.readback_failed', executionId: execution.id, ...errorFields(error) });
    return null;
  }
}
