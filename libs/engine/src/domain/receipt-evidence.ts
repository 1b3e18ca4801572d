import { type CallRequest, decodeApproval, decodeContractEvent, type Receipt, splitPermit } from '@app/chain';
import { isBuy } from '@app/common';
import { encodeArmedCall } from './encode-step.js';
import type { PlanContext } from './intent-plan.js';
import type { StepInExecution } from './transition.js';

/**
 * Market on which the receipt's transaction executed the step; null when its logs do not show that. A receipt without these
 * logs belongs to another transaction: a bundler's transaction succeeds although the inner call reverts.
 */
export function findMarket(receipt: Receipt, subject: StepInExecution, plan: PlanContext): string | null {
  if (!receipt.succeeded) return null;
  return subject.step.kind === 'approve'
    ? approvedMarket(receipt, subject, plan)
    : affectedMarket(receipt, subject, plan);
}

/**
 * Whether the transaction makes exactly the step's call from the wallet. A reverted transaction has no logs to tell. Null
 * if the stored intent cannot be encoded.
 */
export function isOwnCall(
  { from, to, callData }: CallRequest,
  subject: StepInExecution,
  plan: PlanContext,
): boolean | null {
  const own = encodeArmedCall(subject, plan);
  if (own === null) return null;
  if (!isSame(from, subject.execution.walletAddress)) return false;
  return isSame(to, own.contractAddress) && isSame(splitPermit(callData).callData, own.callData);
}

/** Market of an event with the execution's ref and wallet, emitted by the factory or the intent's market. */
function affectedMarket({ logs }: Receipt, { execution }: StepInExecution, plan: PlanContext): string | null {
  const { intent, ref, walletAddress } = execution;
  const isCreation = intent.action === 'create_market';
  const emitter = isCreation ? plan.factoryAddress : intent.marketContractAddress;
  if (emitter === null) return null;
  for (const log of logs.filter(({ address }) => isSame(address, emitter))) {
    const event = decodeContractEvent(log);
    if (event?.ref !== ref || !isSame(event.account, walletAddress)) continue;
    if ((event.name === 'MarketCreated') === isCreation) return event.name === 'MarketCreated' ? event.market : emitter;
  }
  return null;
}

/** Market that the wallet approved for exactly the amount of the step. */
function approvedMarket({ logs }: Receipt, { execution, step }: StepInExecution, plan: PlanContext): string | null {
  const { intent, walletAddress } = execution;
  const market = intent.marketContractAddress;
  if (market === null || !isBuy(intent.action)) return null;
  const isApproval = logs.some((log) => {
    const event = isSame(log.address, plan.collateralAddress) ? decodeApproval(log) : null;
    if (event === null || String(event.amountBaseUnits) !== step.allowanceBaseUnits) return false;
    return isSame(event.owner, walletAddress) && isSame(event.spender, market);
  });
  return isApproval ? market : null;
}

/** Compares hexadecimal texts, whose case differs between nodes. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
