import type { Chain, Effect } from '@app/chain';
import type { DecisionSettings, KnownFacts } from '../domain/decide/decision.js';
import { deadlineFailure, evaluateProof, type Proof } from '../domain/decide/proof.js';
import type { EngineStore, Lease } from '../domain/ports/engine-store.js';
import { executedByRef, failed } from '../domain/transition.js';
import { observeProof } from './observe-proof.js';
import { type StepContext, toChange, toStepContext } from './step-context.js';

/** Outcome that an operator claims for an execution whose outcome is unknown. */
export type Claim = { outcome: 'executed'; transactionHash: string } | { outcome: 'failed' };

/** Reasons to refuse a claim, given chain and record at this moment. */
export const SETTLEMENT_REJECTIONS = {
  lane_held: 'a worker is serving the lane; try again',
  not_unknown: 'the outcome is not unknown',
  not_used: 'the chain does not show that the intent took effect, or not yet with enough confirmations',
  other_transaction: 'the intent took effect in another transaction',
  was_executed: 'the chain shows that the intent took effect',
  may_still_execute: 'its deadline has not passed on chain by a minute, so it may still take effect',
  approved: 'the market has the allowance, so the approval took effect',
} as const satisfies Record<string, string>;
export type SettlementRejection = keyof typeof SETTLEMENT_REJECTIONS;

export interface SettlementRequest {
  store: EngineStore;
  chain: Chain;
  settings: Pick<DecisionSettings, 'plan' | 'confirmations'>;
  execution: { id: string; laneId: string };
  claim: Claim;
}

/**
 * Settles an unknown execution as an operator claims, if the chain proves the claim. It uses the lane's lease and the same
 * compare-and-set as a worker. A worker then confirms an executed one and reads it back.
 * @returns null when settled
 */
export async function settleByEvidence(request: SettlementRequest): Promise<SettlementRejection | null> {
  const { store, execution } = request;
  const lease = await store.acquire(execution.laneId);
  if (lease === null) return 'lane_held';
  try {
    const context = await findUnknownStep(request, lease);
    if (context === null) return 'not_unknown';
    const evidence = await prove(request, context);
    return request.claim.outcome === 'executed'
      ? await settleExecuted(request, { context, evidence, claimedHash: request.claim.transactionHash })
      : await settleFailed(request, { context, evidence });
  } finally {
    await store.release(lease, 0);
  }
}

async function findUnknownStep({ store, execution }: SettlementRequest, lease: Lease): Promise<StepContext | null> {
  const lane = await store.load(lease, 1);
  const unknown = lane.executions.find(({ id, status }) => id === execution.id && status === 'unknown');
  const step = unknown?.steps.find(({ status }) => status !== 'done');
  if (unknown === undefined || step?.status !== 'unknown') return null;
  return toStepContext({ lease, ...lane, execution: unknown }, step);
}

interface Evidence {
  proof: Exclude<Proof, { is: 'unobserved' }>;
  /** Transaction that used the ref. */
  effect: Effect | null;
}

/** Proves the outcome as a worker does after the deadline. */
async function prove({ chain, store, settings }: SettlementRequest, context: StepContext): Promise<Evidence> {
  const { nowMs, providerWalletId, breakerOpen } = context;
  let seen: KnownFacts = { nowMs, providerWalletId, breakerOpen, jitter: 1 };
  let proof = evaluateProof(context, seen, settings);
  while (proof.is === 'unobserved') {
    seen = { ...seen, ...(await observeProof({ chain, store, settings }, context, proof.what)) };
    proof = evaluateProof(context, seen, settings);
  }
  if (proof.is !== 'executed') return { proof, effect: null };
  const { effect = null } = await observeProof({ chain, store, settings }, context, 'effect');
  return { proof, effect };
}

async function settleExecuted(
  { store }: SettlementRequest,
  { context, evidence: { effect }, claimedHash }: { context: StepContext; evidence: Evidence; claimedHash: string },
): Promise<SettlementRejection | null> {
  if (effect === null) return 'not_used';
  if (effect.transactionHash.toLowerCase() !== claimedHash.toLowerCase()) return 'other_transaction';
  await store.apply(context.lease, toChange(context, executedByRef(context, effect)));
  return null;
}

async function settleFailed(
  { store }: SettlementRequest,
  { context, evidence: { proof } }: { context: StepContext; evidence: Evidence },
): Promise<SettlementRejection | null> {
  switch (proof.is) {
    case 'executed':
      return 'was_executed';
    case 'approved':
      return 'approved';
    case 'open':
      return 'may_still_execute';
    case 'never':
      await store.apply(context.lease, toChange(context, failed(deadlineFailure(context))));
      return null;
  }
}
