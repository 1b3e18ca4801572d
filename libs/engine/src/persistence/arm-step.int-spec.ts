import { jest } from '@jest/globals';
import { type AcceptedExecution, acceptedExecution, buildArming } from '../../../../test/support/accepted-execution.js';
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

  async function step(executionId: string): Promise<Record<string, unknown> | null> {
    const text = `SELECT * FROM execution_steps WHERE execution_id = $1 AND kind = 'approve'`;
    return fixture.database.queryOne(text, [executionId]);
  }

  async function pause(scope: string, paused: boolean): Promise<void> {
    await fixture.database.query('UPDATE execution_pauses SET paused = $2 WHERE scope = $1', [scope, paused]);
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
    await store.arm(lease, buildArming(executionId));
    const sent = { execution: 'submitting', step: 'armed' } as const;
    const execution = { to: 'broadcast', broadcastPerformed: true } as const;
    await store.apply(lease, { executionId, from: sent, execution, step: { kind: 'approve', to: 'sent' } });
    const done = { execution: 'broadcast', step: 'sent' } as const;
    await store.apply(lease, { executionId, from: done, step: { kind: 'approve', to: 'done' } });
    const query = jest.spyOn(fixture.database, 'query');
    expect(await store.arm(lease, buildArming(executionId, 'main'))).toMatchObject({ armed: true });
    expect(query).toHaveBeenCalledTimes(isLoaded ? 1 : 2);
    query.mockRestore();
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
