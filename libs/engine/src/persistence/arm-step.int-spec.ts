import { jest } from '@jest/globals';
import {
  type AcceptedExecution,
  acceptedExecution,
  buildArming,
  claimLease,
} from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { eventually } from '../../../../test/support/eventually.js';
import { LeaseLostError, StaleMoveError } from '../domain/ports/engine-store.js';
import { stealLane } from './lane-leases.js';

describe.each([
  { known: 'that the load of the lane has read', isLoaded: true },
  { known: 'read anew', isLoaded: false },
])('PgEngineStore.arm with facts $known', ({ isLoaded }) => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(() => fixture?.close());

  async function held(action?: 'buy_yes' | 'claim_payout'): Promise<AcceptedExecution> {
    const execution = await acceptedExecution(fixture, action);
    if (isLoaded) await fixture.store.load(execution.lease, 1);
    return execution;
  }

  async function step(executionId: string, kind = 'main'): Promise<Record<string, unknown> | null> {
    const text = 'SELECT * FROM execution_steps WHERE execution_id = $1 AND kind = $2';
    return fixture.database.queryOne(text, [executionId, kind]);
  }

  /** Arms the approval, and ends it as mined. */
  async function approve({ executionId, lease }: Pick<AcceptedExecution, 'executionId' | 'lease'>): Promise<void> {
    const { store } = fixture;
    await store.arm(lease, buildArming(executionId, 'approve'));
    const sent = { execution: 'submitting', step: 'armed' } as const;
    const execution = { to: 'broadcast', broadcastPerformed: true, approveTransactionHash: '0xa1' } as const;
    await store.apply(lease, { executionId, from: sent, execution, step: { kind: 'approve', to: 'sent' } });
    const done = { execution: 'broadcast', step: 'sent' } as const;
    await store.apply(lease, { executionId, from: done, step: { kind: 'approve', to: 'done' } });
  }

  async function endMain({ executionId, lease }: Pick<AcceptedExecution, 'executionId' | 'lease'>): Promise<void> {
    await fixture.store.arm(lease, buildArming(executionId));
    const [execution] = (await fixture.store.load(lease, 1)).executions;
    const from = { execution: execution?.status ?? 'submitting', step: 'armed' } as const;
    const end = { to: 'failed', failureReason: 'reverted_on_chain' } as const;
    const step = { kind: 'main', to: 'failed' } as const;
    await fixture.store.apply(lease, { executionId, from, execution: end, step });
  }

  const shownApproval = async (executionId: string) =>
    fixture.database.queryOne('SELECT approve_transaction_hash AS hash FROM executions WHERE id = $1', [executionId]);

  async function pause(scope: string, paused: boolean): Promise<void> {
    await fixture.database.query('UPDATE execution_pauses SET paused = $2 WHERE scope = $1', [scope, paused]);
  }

  async function relock({ laneId, ...lease }: AcceptedExecution['lease']): Promise<AcceptedExecution['lease']> {
    await fixture.store.release({ ...lease, laneId }, 0);
    const next = await claimLease(fixture, laneId);
    if (isLoaded) await fixture.store.load(next, 1);
    return next;
  }

  it('stores key and body and counts the first send', async () => {
    const { executionId, lease } = await held();
    const request = buildArming(executionId);
    const query = jest.spyOn(fixture.database, 'query');
    expect(await fixture.store.arm(lease, request)).toMatchObject({ armed: true });
    expect(query).toHaveBeenCalledTimes(isLoaded ? 1 : 2);
    query.mockRestore();
    expect(await step(executionId)).toMatchObject({
      status: 'armed',
      idempotency_key: request.idempotencyKey,
      body: request.body,
      armed_fence: lease.fence,
      send_attempts: 1,
    });
  });

  it('arms a step once', async () => {
    const { executionId, lease } = await held();
    await fixture.store.arm(lease, buildArming(executionId));
    await expect(fixture.store.arm(lease, buildArming(executionId))).rejects.toThrow(StaleMoveError);
  });

  it.each([
    ['a lower cap', `max_trade_amount = 9`, 'policy_changed'],
    ['the end of the mandate', `valid_until = now()`, 'policy_changed'],
    ['a removed action', `allowed_actions = '{claim_payout}'`, 'action_forbidden'],
    ['a disabled wallet', `status = 'disabled'`, 'wallet_not_active'],
    ['a frozen wallet', `frozen_at = now()`, 'wallet_frozen'],
    ['a paused agent', `paused = true`, 'paused'],
  ])('refuses after %s since acceptance', async (_name, change, reason) => {
    const { laneId, executionId, lease } = await held();
    await fixture.database.query(
      `UPDATE agent_wallets SET ${change}, policy_version = policy_version + 1 WHERE id = $1`,
      [laneId],
    );
    expect(await fixture.store.arm(lease, buildArming(executionId))).toEqual({ armed: false, reason });
    expect(await step(executionId)).toMatchObject({ status: 'planned', body: null });
  });

  it('arms when the cause of a refusal has ended since the load', async () => {
    const { laneId, executionId, lease } = await held();
    const allow = (actions: string) =>
      fixture.database.query(
        'UPDATE agent_wallets SET allowed_actions = $2, policy_version = policy_version + 1 WHERE id = $1',
        [laneId, actions],
      );
    await allow('{claim_payout}');
    if (isLoaded) await fixture.store.load(lease, 1);
    await allow('{buy_yes}');
    expect(await fixture.store.arm(lease, buildArming(executionId))).toMatchObject({ armed: true });
  });

  it('arms the second step under the status that was written since', async () => {
    const { executionId, lease } = await held();
    const { store } = fixture;
    await approve({ executionId, lease });
    const query = jest.spyOn(fixture.database, 'query');
    expect(await store.arm(lease, buildArming(executionId, 'main'))).toMatchObject({ armed: true });
    expect(query).toHaveBeenCalledTimes(isLoaded ? 1 : 2);
    query.mockRestore();
  });

  it('gives an approval its row when it arms it, and arms it again in that row', async () => {
    const { executionId, lease } = await held();
    const [first, second] = [buildArming(executionId, 'approve'), buildArming(executionId, 'approve')];
    expect(await step(executionId, 'approve')).toBeNull();
    expect(await fixture.store.arm(lease, first)).toMatchObject({ armed: true });
    const armed = { status: 'armed', body: first.body, allowance_base_units: '10000000', send_attempts: 1 };
    expect(await step(executionId, 'approve')).toMatchObject({ ...armed, idempotency_key: first.idempotencyKey });
    await expect(fixture.store.arm(lease, second)).rejects.toThrow(StaleMoveError);
    const from = { execution: 'submitting', step: 'armed' } as const;
    const refused = { executionId, from };
    await fixture.store.apply(lease, { ...refused, step: { kind: 'approve', to: 'planned' } });
    expect(await fixture.store.arm(lease, second)).toMatchObject({ armed: true });
    expect(await step(executionId, 'approve')).toMatchObject({ ...armed, idempotency_key: second.idempotencyKey });
  });

  it('gives no row to an action without a planned step', async () => {
    const { executionId, lease } = await held('claim_payout');
    await fixture.database.query('DELETE FROM execution_steps WHERE execution_id = $1', [executionId]);
    await expect(fixture.store.arm(lease, buildArming(executionId))).rejects.toThrow(StaleMoveError);
    expect(await step(executionId)).toBeNull();
  });

  it('refuses an approval of what another version of the policy allowed', async () => {
    const { laneId, executionId, lease } = await held();
    const raise = 'UPDATE agent_wallets SET market_limit = 1, policy_version = policy_version + 1 WHERE id = $1';
    await fixture.database.query(raise, [laneId]);
    const outdated = { armed: false, reason: 'outdated' };
    expect(await fixture.store.arm(lease, buildArming(executionId, 'approve'))).toEqual(outdated);
    expect(await step(executionId, 'approve')).toBeNull();
  });

  it('names the approval on which a buy stands, however old', async () => {
    const first = await held();
    const hash = { hash: '0xa1' };
    await approve(first);
    expect(await shownApproval(first.executionId)).toEqual(hash);
    await endMain(first);
    let { lease } = first;
    for (const buys of [1, 2]) {
      const { executionId } = await fixture.accept(await fixture.intent(first.agentId));
      expect({ buys, shown: await shownApproval(executionId) }).toEqual({ buys, shown: { hash: null } });
      lease = await relock(lease);
      await fixture.store.arm(lease, buildArming(executionId));
      expect({ buys, shown: await shownApproval(executionId) }).toEqual({ buys, shown: hash });
      await fixture.database.query(`UPDATE executions SET status = 'failed', completed_at = now() WHERE id = $1`, [
        executionId,
      ]);
    }
  });

  it('names no approval that failed, and none of another market or wallet', async () => {
    const [first, other] = [await held(), await held()];
    await approve(other);
    await fixture.store.arm(first.lease, buildArming(first.executionId, 'approve'));
    const from = { execution: 'submitting', step: 'armed' } as const;
    const execution = { to: 'failed', failureReason: 'reverted_on_chain', approveTransactionHash: '0xb2' } as const;
    const failed = { executionId: first.executionId, from, execution };
    await fixture.store.apply(first.lease, { ...failed, step: { kind: 'approve', to: 'failed' } });
    const { executionId } = await fixture.accept(await fixture.intent(first.agentId));
    await fixture.store.arm(await relock(first.lease), buildArming(executionId));
    expect(await shownApproval(executionId)).toEqual({ hash: null });
  });

  it('names the permit of an executed buy, and not one in flight', async () => {
    const first = await held();
    const show = (status: string) =>
      fixture.database.query(
        `UPDATE executions SET status = $2, approve_transaction_hash = '0xc3', transaction_hash = '0xc3',
           completed_at = CASE WHEN $2 = 'executed' THEN now() END WHERE id = $1`,
        [first.executionId, status],
      );
    const shown = [];
    let { lease } = first;
    for (const status of ['broadcast', 'executed']) {
      await show(status);
      const { executionId } = await fixture.accept(await fixture.intent(first.agentId));
      lease = await relock(lease);
      await fixture.store.arm(lease, buildArming(executionId));
      shown.push(await shownApproval(executionId));
    }
    expect(shown).toEqual([{ hash: null }, { hash: '0xc3' }]);
  });

  it('arms under a status that another writer has changed since', async () => {
    const { executionId, lease } = await held();
    const change = `UPDATE executions SET status = 'submitting' WHERE id = $1`;
    await fixture.database.query(change, [executionId]);
    expect(await fixture.store.arm(lease, buildArming(executionId))).toMatchObject({ armed: true });
  });

  it('refuses under a lease that was lost', async () => {
    const { laneId, executionId, lease } = await held();
    await stealLane(fixture.database, laneId);
    await expect(fixture.store.arm(lease, buildArming(executionId))).rejects.toThrow(LeaseLostError);
    expect(await step(executionId)).toMatchObject({ status: 'planned', body: null });
  });

  it('waits for a concurrent policy change and applies it', async () => {
    const { laneId, executionId, lease } = await held();
    let armed: Promise<unknown> = Promise.resolve();
    await fixture.database.transaction(async (tx) => {
      const disable = `UPDATE agent_wallets SET status = 'disabled', policy_version = policy_version + 1 WHERE id = $1`;
      await tx.query(disable, [laneId]);
      armed = fixture.store.arm(lease, buildArming(executionId));
      // Outside the transaction, which would go on seeing what it saw first.
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(
        () => fixture.database.query(waiting),
        ({ length }) => length === 1,
      );
    });
    expect(await armed).toEqual({ armed: false, reason: 'wallet_not_active' });
  });

  it('lets exits pass a global pause, but not one of their action', async () => {
    const buy = await held();
    const claim = await held('claim_payout');
    await pause('global', true);
    try {
      const refused = { armed: false, reason: 'paused' };
      expect(await fixture.store.arm(buy.lease, buildArming(buy.executionId))).toEqual(refused);
      await pause('claim_payout', true);
      const main = buildArming(claim.executionId, 'main');
      expect(await fixture.store.arm(claim.lease, main)).toEqual(refused);
      await pause('claim_payout', false);
      expect(await fixture.store.arm(claim.lease, main)).toMatchObject({ armed: true });
    } finally {
      await pause('global', false);
      await pause('claim_payout', false);
    }
  });
});
