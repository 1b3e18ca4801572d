import { randomUUID } from 'node:crypto';
import type { Chain, Effect } from '@app/chain';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { type Claim, settleByEvidence } from './settle-by-evidence.js';

const HASH = `0x${'AB'.repeat(32)}`;
const DEADLINE_MS = 2_000_000_000_000;
const EFFECT: Effect = { transactionHash: HASH.toLowerCase(), blockNumber: 7, blockHash: '0xb' };

/** Chain state for one ref. */
interface ChainState {
  used: boolean;
  blockNumber: number;
  blockTimestampMs: number;
  effect: Effect | null;
  allowance: bigint;
}
const UNUSED: ChainState = {
  used: false,
  blockNumber: 1_000_000,
  blockTimestampMs: DEADLINE_MS,
  effect: null,
  allowance: 0n,
};

describe('settleByEvidence', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(async () => {
    await fixture?.close();
  });

  /** An execution whose first step was sent without an answer. */
  async function unknownExecution(action: 'claim_payout' | 'buy_yes' = 'claim_payout') {
    const { agentId, laneId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId, { action });
    const { executionId } = await fixture.accept(intentId);
    const kind = action === 'buy_yes' ? 'approve' : 'main';
    const lease = await fixture.store.acquire(laneId);
    if (lease === null) throw new Error('the lane is held');
    const allowance = kind === 'approve' ? { baseUnits: '200000000', policyVersion: '1', permit: null } : null;
    const keys = { executionId, kind, allowance, idempotencyKey: randomUUID() } as const;
    const call = {
      contractAddress: '0xc',
      body: '{}',
      deadlineMs: DEADLINE_MS,
      transactionHash: null,
      sealUnder: () => 'seal',
    };
    await fixture.store.arm(lease, { ...keys, ...call });
    await fixture.store.apply(lease, {
      executionId,
      from: { execution: 'submitting', step: 'armed' },
      step: { kind, to: 'unknown' },
      execution: { to: 'unknown' },
    });
    await fixture.store.release(lease, 60_000);
    return { id: executionId, laneId, intentId };
  }

  async function settle(execution: { id: string; laneId: string }, claim: Claim, state: Partial<ChainState> = {}) {
    const { effect, allowance, ...refState } = { ...UNUSED, ...state };
    const chain = {
      refState: () => Promise.resolve(refState),
      findEffect: () => Promise.resolve(effect),
      allowance: () => Promise.resolve(allowance),
    } as unknown as Chain;
    const plan = { factoryAddress: '0xf', collateralAddress: '0xc', decimals: 6 };
    const settings = { plan, confirmations: 1 };
    return settleByEvidence({ store: fixture.store, chain, settings, execution, claim });
  }

  async function readRow(id: string) {
    return fixture.database.queryOne<Record<string, unknown>>(
      `SELECT e.status, e.transaction_hash, e.broadcast_performed, e.error_message, e.retry_safe, i.status AS intent,
         (SELECT string_agg(kind || ' ' || s.status, ', ' ORDER BY kind) FROM execution_steps AS s
          WHERE s.execution_id = e.id) AS steps
       FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id WHERE e.id = $1`,
      [id],
    );
  }

  const executed: Claim = { outcome: 'executed', transactionHash: HASH };
  const failed: Claim = { outcome: 'failed' };
  const refusals: [string, Claim, Partial<ChainState>][] = [
    ['not_used', executed, {}],
    ['not_used', executed, { used: true }],
    ['other_transaction', executed, { used: true, effect: { ...EFFECT, transactionHash: `0x${'cd'.repeat(32)}` } }],
    ['may_still_execute', failed, {}],
    ['was_executed', failed, { used: true, blockTimestampMs: DEADLINE_MS + 60_000 }],
  ];

  it('refuses claims that the chain does not prove and changes nothing', async () => {
    const execution = await unknownExecution();
    const before = await readRow(execution.id);
    for (const [refusal, claim, state] of refusals) expect(await settle(execution, claim, state)).toBe(refusal);
    expect(await readRow(execution.id)).toEqual(before);
    expect(before).toMatchObject({ status: 'unknown', intent: 'executing' });
  });

  it('settles as broadcast in the transaction found on the chain', async () => {
    const execution = await unknownExecution();
    expect(await settle(execution, executed, { used: true, effect: EFFECT })).toBeNull();
    expect(await readRow(execution.id)).toMatchObject({
      status: 'broadcast',
      steps: 'main mined',
      transaction_hash: EFFECT.transactionHash,
      broadcast_performed: true,
      intent: 'executing',
    });
    expect(await settle(execution, executed, { used: true, effect: EFFECT })).toBe('not_unknown');
  });

  it('settles as failed after the deadline and ends the intent', async () => {
    const execution = await unknownExecution();
    expect(await settle(execution, failed, { blockTimestampMs: DEADLINE_MS + 60_000 })).toBeNull();
    expect(await readRow(execution.id)).toMatchObject({
      status: 'failed',
      intent: 'failed',
      retry_safe: true,
      error_message: expect.stringContaining('deadline passed'),
    });
  });

  it('refuses to fail a buy whose allowance covers its amount and fails one with less', async () => {
    const execution = await unknownExecution('buy_yes');
    const late = { blockTimestampMs: DEADLINE_MS + 60_000 };
    expect(await settle(execution, failed, { ...late, allowance: 10_000_000n })).toBe('approved');
    expect(await settle(execution, failed, { ...late, allowance: 9_999_999n })).toBeNull();
    expect(await readRow(execution.id)).toMatchObject({
      status: 'failed',
      steps: 'approve failed, main planned',
      error_message: expect.stringContaining('approval'),
    });
  });

  it('completes the approval of a buy that took effect', async () => {
    const execution = await unknownExecution('buy_yes');
    expect(await settle(execution, executed, { used: true, effect: EFFECT })).toBeNull();
    expect(await readRow(execution.id)).toMatchObject({ status: 'submitting', steps: 'approve done, main planned' });
  });

  it('refuses lane_held while a worker holds the lease', async () => {
    const execution = await unknownExecution();
    const lease = await fixture.store.acquire(execution.laneId);
    expect(await settle(execution, failed)).toBe('lane_held');
    if (lease !== null) await fixture.store.release(lease, 0);
    const [waiting] = [await fixture.wallet()];
    const { executionId } = await fixture.accept(await fixture.intent(waiting.agentId));
    expect(await settle({ id: executionId, laneId: waiting.laneId }, failed)).toBe('not_unknown');
  });
});
