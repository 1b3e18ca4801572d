import type { Chain, Effect } from '../domain/ports/chain.js';
import type { EngineStore, Lease } from '../domain/ports/engine-store.js';
import { changeOf, contextOf, type StepContext, type Transition } from './step-context.js';
import { failedTransition } from './transition-step.js';

/** Outcome that an operator claims for an execution whose outcome is unknown. */
export type Claim = { outcome: 'executed'; transactionHash: string } | { outcome: 'failed' };

/** Reasons to refuse a claim, given chain and record at this moment. */
export const SETTLEMENT_REFUSALS = {
  lane_held: 'a worker is serving the lane; try again',
  not_unknown: 'the outcome is not unknown',
  not_used: 'the chain does not show that the intent took effect, or not yet with enough confirmations',
  other_transaction: 'the intent took effect in another transaction',
  was_executed: 'the chain shows that the intent took effect',
  may_still_execute: 'its deadline has not passed on chain, so it may still take effect',
  approved: 'the market has an allowance, so a worker has to check whether the approval took effect',
} as const satisfies Record<string, string>;
export type SettlementRefusal = keyof typeof SETTLEMENT_REFUSALS;

export interface SettlementRequest {
  store: EngineStore;
  chain: Chain;
  confirmations: number;
  execution: { id: string; laneId: string };
  claim: Claim;
  /** Operator's name, for the event history. */
  actor: string;
}

/**
 * Settles an unknown execution as an operator claims, if the chain proves the claim. It uses the lane's lease and the same
 * compare-and-set as a worker. A worker then confirms an executed one and reads it back.
 * @returns null when settled
 */
export async function settleByEvidence(request: SettlementRequest): Promise<SettlementRefusal | null> {
  const { store, execution } = request;
  const lease = await store.acquire(execution.laneId);
  if (lease === null) return 'lane_held';
  try {
    const context = await findUnknownStep(request, lease);
    if (context === null) return 'not_unknown';
    return request.claim.outcome === 'executed'
      ? await settleExecuted(request, context, request.claim.transactionHash)
      : await settleFailed(request, context);
  } finally {
    await store.release(lease, 0);
  }
}

async function findUnknownStep({ store, execution }: SettlementRequest, lease: Lease): Promise<StepContext | null> {
  const { execution: head, ...lane } = await store.load(lease);
  if (head === null || head.id !== execution.id || head.status !== 'unknown') return null;
  const step = head.steps.find(({ status }) => status !== 'done');
  return step?.status === 'unknown' ? contextOf({ lease, ...lane, execution: head }, step) : null;
}

async function settleExecuted(
  request: SettlementRequest,
  context: StepContext,
  claimedHash: string,
): Promise<SettlementRefusal | null> {
  const effect = await findConfirmedEffect(request, context);
  if (effect === null) return 'not_used';
  if (effect.transactionHash.toLowerCase() !== claimedHash.toLowerCase()) return 'other_transaction';
  await request.store.apply(context.lease, changeOf(context, executedTransition(request.actor, context, effect)));
  return null;
}

function executedTransition(actor: string, { step }: StepContext, effect: Effect): Transition {
  const { transactionHash, blockNumber } = effect;
  if (step.kind === 'approve') {
    // The buy has taken effect, so its approval is no longer needed; a worker finds the buy by its ref.
    return { event: 'step.not_needed', data: { actor }, step: { to: 'done' }, execution: { to: 'submitting' } };
  }
  return {
    event: 'step.settled_by_operator',
    data: { actor, transactionHash, blockNumber },
    step: { to: 'mined', ...effect },
    execution: { to: 'broadcast', transactionHash, broadcastPerformed: true, waitingFor: 'block' },
  };
}

async function settleFailed(request: SettlementRequest, context: StepContext): Promise<SettlementRefusal | null> {
  const { chain, store, confirmations, actor } = request;
  const { execution, step } = context;
  if (step.deadlineMs === null) throw new Error('an unknown step has no deadline');
  const { walletAddress: sender, ref } = execution;
  const { used, blockTimestampMs } = await chain.refState({ sender, ref, confirmations });
  if (used) return 'was_executed';
  if (blockTimestampMs <= step.deadlineMs) return 'may_still_execute';
  if (step.kind === 'approve' && (await hasAllowance(request, context))) return 'approved';
  const transition = failedTransition('deadline_passed', { actor, blockTimestampMs });
  await store.apply(context.lease, changeOf(context, transition));
  return null;
}

async function findConfirmedEffect(
  { chain, confirmations }: SettlementRequest,
  { execution }: StepContext,
): Promise<Effect | null> {
  const { walletAddress: sender, ref } = execution;
  const { used } = await chain.refState({ sender, ref, confirmations });
  return used ? chain.findEffect({ sender, ref, marketAddress: execution.intent.marketContractAddress }) : null;
}

/** Any allowance at all. Approvals carry no ref, and a worker compares the amount. */
async function hasAllowance({ chain }: SettlementRequest, { execution }: StepContext): Promise<boolean> {
  const spender = execution.intent.marketContractAddress;
  if (spender === null) throw new Error('an approval lacks its spender');
  return (await chain.allowance({ owner: execution.walletAddress, spender })) > 0n;
}
