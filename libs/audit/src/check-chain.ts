import { type ChainHistory, decodeApproval, type Receipt, type RefQuery } from '@app/chain';
import { type Action, isBuy, toBaseUnits } from '@app/common';
import type { Report } from './finding.js';
import type { RecordedExecution, StoredExecution, StoredStep } from './records.js';

export interface ChainCheck {
  readonly chain: ChainHistory;
  readonly decimals: number;
  /** Last block that is checked. Later effects are ignored. */
  readonly head: { readonly blockNumber: number; readonly timestampMs: number };
  readonly report: Report;
}

/**
 * Checks that executed executions have one effect, in the recorded transaction, and failed and cancelled ones none. Also
 * checks the receipts of done and reverted steps.
 * @returns the number of failed executions whose deadline has not passed
 */
export async function checkAgainstChain(batch: readonly RecordedExecution[], check: ChainCheck): Promise<number> {
  const used = await check.chain.refsUsed(batch.map(({ execution }) => toRefQuery(execution)));
  const receipts = await readReceipts(batch, check.chain);
  const executedIntents = new Set(batch.filter(isExecuted).map(({ intent }) => intent.id));
  let open = 0;
  for (const [index, recorded] of batch.entries()) {
    const { execution, intent } = recorded;
    for (const step of execution.steps) {
      if (!succeededLate(recorded, step, receipts))
        checkReceipt(execution.id, step, { receipts, report: check.report });
    }
    checkApproval(recorded, receipts, check);
    if (isExecuted(recorded)) {
      if (used[index] !== true) check.report('executed_without_effect', execution.id, 'its ref was never used');
      await checkEffect(recorded, receipts, check);
    }
    if (execution.status !== 'failed' && execution.status !== 'cancelled') continue;
    if (used[index] !== true) {
      const deadlinesMs = execution.steps.map(({ deadlineMs }) => deadlineMs ?? 0);
      if (Math.max(0, ...deadlinesMs) > check.head.timestampMs) open += 1;
      continue;
    }
    // The effect may belong to another attempt of the intent.
    if (executedIntents.has(intent.id) || mayHaveEffect(intent)) continue;
    if (await wasUsed(check, toRefQuery(execution))) {
      check.report('effect_of_failed', execution.id, `it is ${execution.status}, and took effect`);
    }
  }
  return open;
}

/** Whether the ref was used up to the head. On a live system it may have been used since. */
export async function wasUsed({ chain, head }: Pick<ChainCheck, 'chain' | 'head'>, ref: RefQuery): Promise<boolean> {
  const [used] = await chain.refsUsed([ref], head.blockNumber);
  return used === true;
}

type Receipts = ReadonlyMap<string, Receipt | null>;

async function readReceipts(batch: readonly RecordedExecution[], chain: ChainHistory): Promise<Receipts> {
  const recorded = batch.flatMap(({ execution }) => [
    execution.transactionHash,
    execution.approveTransactionHash,
    ...execution.steps.map(({ transactionHash }) => transactionHash),
  ]);
  const hashes = [...new Set(recorded.filter((hash) => hash !== null))];
  const receipts = await chain.receipts(hashes);
  return new Map(hashes.map((hash, index) => [hash, receipts[index] ?? null]));
}

/** A reorganisation let the transaction of a failed step succeed. Another attempt of the intent records the effect. */
function succeededLate({ execution, intent }: RecordedExecution, step: StoredStep, receipts: Receipts): boolean {
  const isMain = execution.status === 'failed' && step.kind === 'main';
  return isMain && mayHaveEffect(intent) && receipts.get(step.transactionHash ?? '')?.succeeded === true;
}

function mayHaveEffect({ status }: RecordedExecution['intent']): boolean {
  return status === 'executed' || status === 'executing';
}

/**
 * Checks only done and reverted steps; a reorganisation may still move the others. It may also move a done approval, which is
 * not followed any more.
 */
function checkReceipt(
  executionId: string,
  step: StoredStep,
  { receipts, report }: { receipts: Receipts; report: Report },
): void {
  const reverted = step.status === 'failed' && step.failureReason === 'reverted_on_chain';
  if (!reverted && (step.status !== 'done' || step.blockNumber === null)) return;
  const subject = `${executionId}/${step.kind}`;
  const receipt = receipts.get(step.transactionHash ?? '') ?? null;
  const mayHaveMoved = step.kind === 'approve' && !reverted;
  if (receipt === null) {
    if (!mayHaveMoved) report('transaction_missing', subject, `${step.transactionHash} is in no block`);
    return;
  }
  if (receipt.succeeded === reverted)
    report('transaction_differs', subject, `${receipt.transactionHash} ${reverted ? 'succeeded' : 'reverted'}`);
  if (mayHaveMoved) return;
  if (step.blockNumber !== receipt.blockNumber) report('block_differs', subject, `mined in ${receipt.blockNumber}`);
  if (step.blockHash !== receipt.blockHash) report('block_differs', subject, 'the block has another hash');
}

/** Checks that the transaction on whose allowance a buy relies approved its market for its wallet. */
function checkApproval({ execution }: RecordedExecution, receipts: Receipts, { report }: ChainCheck): void {
  const { id, approveTransactionHash: hash, agentWalletAddress, marketContractAddress, steps } = execution;
  if (hash === null || steps.some(({ transactionHash }) => transactionHash === hash)) return;
  const receipt = receipts.get(hash) ?? null;
  if (receipt === null) return report('transaction_missing', id, `${hash} is in no block`);
  const isApproval = receipt.logs.some((log) => {
    const event = decodeApproval(log);
    return event?.owner.toLowerCase() === agentWalletAddress && event.spender.toLowerCase() === marketContractAddress;
  });
  if (!isApproval) report('transaction_differs', id, `${hash} did not approve the market`);
}

async function checkEffect(
  { execution, intent }: RecordedExecution,
  receipts: Receipts,
  check: ChainCheck,
): Promise<void> {
  const { id, transactionHash: hash, agentWalletAddress, marketContractAddress } = execution;
  const receipt = receipts.get(hash ?? '') ?? null;
  if (receipt === null) return check.report('transaction_missing', id, `${hash} is in no block`);
  const effect = (await check.chain.effectsIn(receipt)).find(({ ref }) => ref === execution.ref);
  if (effect === undefined) return check.report('executed_without_effect', id, `${hash} had another effect`);
  const report = (detail: string): void => check.report('effect_differs', id, detail);
  if (effect.account !== agentWalletAddress) report(`done by ${effect.account}`);
  if (effect.action !== intent.action) report(`it was a ${effect.action}`);
  if (effect.marketAddress !== marketContractAddress) report(`on ${effect.marketAddress}`);
  if (effect.amountBaseUnits !== parseAmount(intent, check.decimals)) report(`of ${effect.amountBaseUnits} base units`);
}

/** Base units of a buy; null for other actions and for malformed amounts. */
function parseAmount({ action, amount }: { action: Action; amount: string | null }, decimals: number): bigint | null {
  if (!isBuy(action) || amount === null) return null;
  try {
    return toBaseUnits(amount, decimals);
  } catch {
    return null;
  }
}

function toRefQuery({ agentWalletAddress: sender, ref }: StoredExecution): RefQuery {
  return { sender, ref };
}

function isExecuted({ execution }: RecordedExecution): boolean {
  return execution.status === 'executed';
}
