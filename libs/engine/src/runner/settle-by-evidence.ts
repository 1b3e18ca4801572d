import type { Chain, Effect } from '../domain/ports/chain.js';
import type { EngineStore, Lease } from '../domain/ports/engine-store.js';
import { changeOf, failStep, type StepContext } from './step-context.js';

/** What an operator says became of an execution whose outcome is unknown. */
export type Claim = { outcome: 'executed'; transactionHash: string } | { outcome: 'failed' };

/** Why the claim is not taken: each is said of what the chain and the record show at this moment. */
export const SETTLEMENT_REFUSALS = {
  lane_held: 'a worker serves the lane at this moment; try again',
  not_unknown: 'the outcome is not unknown',
  not_used: 'the chain does not show that the intent took effect, or not deep enough yet',
  other_transaction: 'it was not this transaction in which the intent took effect',
  was_executed: 'the chain shows that the intent took effect',
  may_still_execute: 'its deadline has not passed on chain, so it may still take effect',
  approved: 'the market has an allowance, so it is for a worker to judge whether the approval took effect',
} as const satisfies Record<string, string>;
export type SettlementRefusal = keyof typeof SETTLEMENT_REFUSALS;

export interface SettlementRequest {
  store: EngineStore;
  chain: Chain;
  confirmations: number;
  execution: { id: string; laneId: string };
  claim: Claim;
  /** Who claims it, for the history. */
  actor: string;
}

/**
 * Settles an execution as an operator claims it to have ended, if the chain says so too: nobody's word alone is taken. It
 * goes by the same compare-and-set under the lane's lease as a worker would. What took effect is left to a worker to
 * confirm and read back. Null when it is done.
 */
export async function settleByEvidence(request: SettlementRequest): Promise<SettlementRefusal | null> {
  const { store, execution } = request;
  const lease = await store.acquire(execution.laneId);
  if (lease === null) return 'lane_held';
  try {
    const context = await unknownStep(request, lease);
    if (context === null) return 'not_unknown';
    return request.claim.outcome === 'executed'
      ? await settleExecuted(request, context, request.claim.transactionHash)
      : await settleFailed(request, context);
  } finally {
    await store.release(lease, 0);
  }
}

async function unknownStep({ store, execution }: SettlementRequest, lease: Lease): Promise<StepContext | null> {
  const { execution: head, ...lane } = await store.load(lease);
  if (head === null || head.id !== execution.id || head.status !== 'unknown') return null;
  const step = head.steps.find(({ status }) => status !== 'done');
  return step?.status === 'unknown' ? { lease, ...lane, execution: head, step } : null;
}

async function settleExecuted(
  request: SettlementRequest,
  context: StepContext,
  transactionHash: string,
): Promise<SettlementRefusal | null> {
  const effect = await confirmedEffect(request, context);
  if (effect === null) return 'not_used';
  if (effect.transactionHash.toLowerCase() !== transactionHash.toLowerCase()) return 'other_transaction';
  if (context.step.kind === 'approve') {
    // The buy took effect already, so its approval is not needed any more, and a worker finds the buy by its ref.
    const move = { event: 'step.not_needed', data: { actor: request.actor }, step: { to: 'done' } } as const;
    await request.store.apply(context.lease, changeOf(context, { ...move, execution: { to: 'submitting' } }));
    return null;
  }
  await request.store.apply(
    context.lease,
    changeOf(context, {
      event: 'step.settled_by_operator',
      data: { actor: request.actor, transactionHash: effect.transactionHash, blockNumber: effect.blockNumber },
      step: { to: 'mined', ...effect },
      execution: {
        to: 'broadcast',
        transactionHash: effect.transactionHash,
        broadcastPerformed: true,
        waitingFor: 'block',
      },
    }),
  );
  return null;
}

async function settleFailed(request: SettlementRequest, context: StepContext): Promise<SettlementRefusal | null> {
  const { chain, store, confirmations, actor } = request;
  const { execution, step } = context;
  if (step.deadlineMs === null) throw new Error('an unknown step has no deadline');
  const { used, blockTimestampMs } = await chain.refState({
    sender: execution.walletAddress,
    ref: execution.ref,
    confirmations,
  });
  if (used) return 'was_executed';
  if (blockTimestampMs <= step.deadlineMs) return 'may_still_execute';
  if (step.kind === 'approve' && (await isApproved(request, context))) return 'approved';
  await failStep(store, context, 'deadline_passed', { actor, blockTimestampMs });
  return null;
}

async function confirmedEffect(
  { chain, confirmations }: SettlementRequest,
  { execution }: StepContext,
): Promise<Effect | null> {
  const { walletAddress: sender, ref } = execution;
  const { used } = await chain.refState({ sender, ref, confirmations });
  return used ? chain.findEffect({ sender, ref, marketAddress: execution.intent.marketContractAddress }) : null;
}

/** An approval carries no ref: that there is any allowance is enough to leave it to a worker, which knows the amount. */
async function isApproved({ chain }: SettlementRequest, { execution }: StepContext): Promise<boolean> {
  const spender = execution.intent.marketContractAddress;
  if (spender === null) throw new Error('an approval lacks its spender');
  return (await chain.allowance({ owner: execution.walletAddress, spender })) > 0n;
}
