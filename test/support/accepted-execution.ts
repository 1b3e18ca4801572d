import { randomUUID } from 'node:crypto';
import type { Arming, Lease } from '../../libs/engine/src/domain/ports/engine-store.js';
import type { EngineFixture } from './engine-fixture.js';

export interface AcceptedExecution {
  agentId: string;
  laneId: string;
  intentId: string;
  executionId: string;
  lease: Lease;
}

/** Accepts an execution for a new wallet and leases its lane. */
export async function acceptedExecution(
  fixture: EngineFixture,
  action: 'buy_yes' | 'claim_payout' = 'buy_yes',
): Promise<AcceptedExecution> {
  const { agentId, laneId } = await fixture.wallet({ maxTradeAmount: '100' });
  const intentId = await fixture.intent(agentId, { action });
  const { executionId } = await fixture.accept(intentId);
  return { agentId, laneId, intentId, executionId, lease: await claimLease(fixture, laneId) };
}

export async function claimLease({ store }: EngineFixture, laneId: string): Promise<Lease> {
  const lease = await store.acquire(laneId);
  if (lease === null) throw new Error('the lane is held');
  return lease;
}

export function buildArming(executionId: string, kind: 'approve' | 'main' = 'main'): Arming {
  return {
    executionId,
    kind,
    allowance: kind === 'approve' ? { baseUnits: '10000000', policyVersion: '1', permit: null } : null,
    idempotencyKey: randomUUID(),
    contractAddress: '0xc',
    body: '{"b":1}',
    deadlineMs: Math.ceil(Date.now() / 1000) * 1000 + 900_000,
    transactionHash: null,
    sealUnder: () => 'seal',
  };
}
