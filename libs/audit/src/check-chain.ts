import { type Action, isBuy, toBaseUnits } from '@app/common';
import type { Receipt } from '@app/engine';
import type { ChainHistory, RefQuestion } from '@app/chain';
import type { Report } from './finding.js';
import type { ExecutionRow, Recorded, StepRow } from './records.js';

export interface ChainCheck {
  readonly chain: ChainHistory;
  readonly decimals: number;
  /** The end of what is looked at: what happened later is none of this look's business. */
  readonly head: { readonly blockNumber: number; readonly timestampMs: number };
  readonly report: Report;
}

/**
 * Executed means one effect, in the transaction that is named; failed and cancelled mean none, and every step that is
 * done or reverted is so on the chain. @returns how many failed ones wait for their deadline
 */
export async function checkAgainstChain(batch: readonly Recorded[], check: ChainCheck): Promise<number> {
  const used = await check.chain.refsUsed(
    batch.map(({ execution }) => ({ sender: execution.agent_wallet_address, ref: execution.ref })),
  );
  const receipts = await readReceipts(batch, check.chain);
  const executedIntents = new Set(batch.filter(isExecuted).map(({ intent }) => intent.id));
  let open = 0;
  for (const [index, recorded] of batch.entries()) {
    const { execution, intent } = recorded;
    for (const step of execution.steps) checkReceipt(execution.id, step, { receipts, report: check.report });
    if (isExecuted(recorded)) {
      if (used[index] !== true) check.report('executed_without_effect', execution.id, 'its ref was never used');
      await checkEffect(recorded, receipts, check);
    }
    if (execution.status !== 'failed' && execution.status !== 'cancelled') continue;
    if (used[index] !== true) {
      if (latestDeadlineMs(execution) > check.head.timestampMs) open += 1;
      continue;
    }
    // The effect may be that of another attempt, which is then the one that says so.
    if (executedIntents.has(intent.id) || ['executed', 'executing'].includes(intent.status)) continue;
    if (await wasUsed(check, { sender: execution.agent_wallet_address, ref: execution.ref })) {
      check.report('effect_of_failed', execution.id, `it is ${execution.status}, and took effect`);
    }
  }
  return open;
}

/** As of the block that the look ends with: whoever reads on a live system hears of later ones too. */
export async function wasUsed({ chain, head }: Pick<ChainCheck, 'chain' | 'head'>, ref: RefQuestion): Promise<boolean> {
  const [used] = await chain.refsUsed([ref], head.blockNumber);
  return used === true;
}

type Receipts = ReadonlyMap<string, Receipt | null>;

async function readReceipts(batch: readonly Recorded[], chain: ChainHistory): Promise<Receipts> {
  const named = batch.flatMap(({ execution }) => [
    execution.transaction_hash,
    ...execution.steps.map(({ transaction_hash }) => transaction_hash),
  ]);
  const hashes = [...new Set(named.filter((hash) => hash !== null))];
  const receipts = await chain.receipts(hashes);
  return new Map(hashes.map((hash, index) => [hash, receipts[index] ?? null]));
}

/** What is done stays in its block; what is still under way may be reorganised. */
function checkReceipt(
  executionId: string,
  step: StepRow,
  { receipts, report }: { receipts: Receipts; report: Report },
): void {
  const reverted = step.status === 'failed' && step.failure_reason === 'reverted_on_chain';
  if (!reverted && (step.status !== 'done' || step.block_number === null)) return;
  const subject = `${executionId}/${step.kind}`;
  const receipt = receipts.get(step.transaction_hash ?? '') ?? null;
  if (receipt === null) return report('transaction_missing', subject, `${step.transaction_hash} is in no block`);
  if (receipt.succeeded === reverted)
    report('transaction_differs', subject, `${receipt.transactionHash} ${reverted ? 'succeeded' : 'reverted'}`);
  if (step.block_number !== String(receipt.blockNumber))
    report('block_differs', subject, `mined in ${receipt.blockNumber}`);
  if (step.block_hash !== receipt.blockHash) report('block_differs', subject, 'the block has another hash');
}

async function checkEffect({ execution, intent }: Recorded, receipts: Receipts, check: ChainCheck): Promise<void> {
  const { id, transaction_hash: hash, agent_wallet_address, market_contract_address } = execution;
  const receipt = receipts.get(hash ?? '') ?? null;
  if (receipt === null) return check.report('transaction_missing', id, `${hash} is in no block`);
  const effect = (await check.chain.effectsIn(receipt)).find(({ ref }) => ref === execution.ref);
  if (effect === undefined) return check.report('executed_without_effect', id, `${hash} did something else`);
  const say = (detail: string): void => check.report('effect_differs', id, detail);
  if (effect.account !== agent_wallet_address) say(`done by ${effect.account}`);
  if (effect.action !== intent.action) say(`it was a ${effect.action}`);
  if (effect.marketAddress !== market_contract_address) say(`on ${effect.marketAddress}`);
  if (effect.amountBaseUnits !== amountOf(intent, check.decimals)) say(`of ${effect.amountBaseUnits} base units`);
}

/** Null for what has no amount, and for an amount that cannot be one. */
function amountOf({ action, amount }: { action: Action; amount: string | null }, decimals: number): bigint | null {
  if (!isBuy(action) || amount === null) return null;
  try {
    return toBaseUnits(amount, decimals);
  } catch {
    return null;
  }
}

function isExecuted({ execution }: Recorded): boolean {
  return execution.status === 'executed';
}

function latestDeadlineMs({ steps }: ExecutionRow): number {
  return Math.max(0, ...steps.map(({ deadline_ms }) => deadline_ms ?? 0));
}
