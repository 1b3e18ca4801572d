import { randomUUID } from 'node:crypto';
import { cancelIntent } from '../acceptance/cancel-intent.js';
import { type Arming, type Change, type Lease, LeaseLostError, StaleMoveError } from '../domain/ports/engine-store.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { bumpLane } from '@app/agents';

describe('PgEngineStore', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(async () => {
    await fixture?.close();
  });

  /** A wallet with one accepted buy, its lane held. */
  async function accepted(action: 'buy_yes' | 'claim_payout' = 'buy_yes') {
    const { agentId, laneId } = await fixture.wallet({ maxTradeAmount: '100' });
    const intentId = await fixture.intent(agentId, { action });
    const { executionId } = await fixture.accept(intentId);
    return { agentId, laneId, intentId, executionId, lease: await acquire(laneId) };
  }

  async function acquire(laneId: string): Promise<Lease> {
    const lease = await fixture.store.acquire(laneId);
    if (lease === null) throw new Error('the lane is held');
    return lease;
  }

  /** What happens when a worker is away for longer than its lease. */
  async function expireLease(laneId: string): Promise<void> {
    await fixture.database.query(`UPDATE lanes SET lease_until = now() - interval '1 s' WHERE id = $1`, [laneId]);
  }

  function arming(executionId: string, kind: 'approve' | 'main' = 'approve'): Arming {
    return {
      executionId,
      kind,
      idempotencyKey: randomUUID(),
      contractAddress: '0xc',
      callData: '0xd',
      body: '{"b":1}',
      deadlineMs: Math.ceil(Date.now() / 1000) * 1000 + 900_000,
    };
  }

  async function step(executionId: string, kind = 'approve') {
    return fixture.database.queryOne<Record<string, unknown>>(
      'SELECT * FROM execution_steps WHERE execution_id = $1 AND kind = $2',
      [executionId, kind],
    );
  }

  describe('leases', () => {
    it('gives a lane to one of many at a time', async () => {
      const { laneId, agentId } = await fixture.wallet();
      await fixture.accept(await fixture.intent(agentId));
      const leases = await Promise.all(Array.from({ length: 16 }, () => fixture.store.acquire(laneId)));
      expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    });

    it('takes over after the lease, under a higher fence, and shuts the former holder out of every write', async () => {
      const { laneId, executionId, lease: old } = await accepted();
      await fixture.store.arm(old, arming(executionId));
      await expireLease(laneId);
      const next = await acquire(laneId);
      expect(BigInt(next.fence)).toBeGreaterThan(BigInt(old.fence));

      const change: Change = {
        executionId,
        from: { execution: 'submitting', step: 'armed' },
        step: { kind: 'approve', to: 'sent' },
        event: { type: 'step.sent' },
      };
      await expect(fixture.store.apply(old, change)).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.countSend(old, { executionId, kind: 'approve' })).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.arm(old, arming(executionId, 'main'))).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.load(old)).rejects.toThrow(LeaseLostError);
      expect(await fixture.store.renew([old])).toEqual(new Set());
      expect(await fixture.store.release(old, null)).toBe(false);
      expect(await step(executionId)).toMatchObject({ status: 'armed', send_attempts: 1 });
      await fixture.store.apply(next, change);
    });

    it('shuts out a holder whose lease ran out although nobody has taken it over yet', async () => {
      const { laneId, executionId, lease } = await accepted();
      await expireLease(laneId);
      await expect(fixture.store.arm(lease, arming(executionId))).rejects.toThrow(LeaseLostError);
      expect(await step(executionId)).toMatchObject({ status: 'planned', idempotency_key: null });
    });

    it('says at release whether something changed while it was held, and is then due at once', async () => {
      const { laneId, agentId, lease } = await accepted();
      await fixture.accept(await fixture.intent(agentId));
      expect(await fixture.store.release(lease, 60_000)).toBe(true);
      const row = await fixture.database.queryOne<{ due: boolean }>(
        'SELECT wake_at <= now() AS due FROM lanes WHERE id = $1',
        [laneId],
      );
      expect(row?.due).toBe(true);
    });

    it('is due in the very moment in which it becomes due, and not half a millisecond later', async () => {
      const { laneId } = await accepted();
      for (let time = 0; time < 20; time += 1) {
        const row = await fixture.database.transaction(async (tx) => {
          await tx.query(`UPDATE lanes SET wake_at = now() + interval '1 h' WHERE id = $1`, [laneId]);
          await bumpLane(tx, laneId);
          return tx.queryOne<{ due: boolean }>('SELECT wake_at <= now() AS due FROM lanes WHERE id = $1', [laneId]);
        });
        expect(row?.due).toBe(true);
      }
    });

    it('is due when its holder died, without anybody ringing', async () => {
      const { laneId } = await accepted();
      await fixture.database.query(
        `UPDATE lanes SET lease_until = now() - interval '1 s', wake_at = now() - interval '1 s' WHERE id = $1`,
        [laneId],
      );
      const due = await fixture.store.claimDueLanes(100);
      expect(due.map((lane) => lane.laneId)).toContain(laneId);
      const again = await fixture.store.claimDueLanes(100);
      expect(again.map((lane) => lane.laneId)).not.toContain(laneId);
    });
  });

  describe('arming', () => {
    it('stores key and body before anything can be sent, and counts the send that follows', async () => {
      const { executionId, lease } = await accepted();
      const request = arming(executionId);
      expect(await fixture.store.arm(lease, request)).toEqual({ armed: true });
      expect(await step(executionId)).toMatchObject({
        status: 'armed',
        idempotency_key: request.idempotencyKey,
        body: request.body,
        armed_fence: lease.fence,
        send_attempts: 1,
      });
    });

    it('arms a step once', async () => {
      const { executionId, lease } = await accepted();
      await fixture.store.arm(lease, arming(executionId));
      await expect(fixture.store.arm(lease, arming(executionId))).rejects.toThrow(StaleMoveError);
    });

    it.each([
      ['a lower cap', `max_trade_amount = 9`, 'policy_changed'],
      ['an action taken away', `allowed_actions = '{claim_payout}'`, 'action_forbidden'],
      ['a disabled wallet', `status = 'disabled'`, 'wallet_not_active'],
      ['a paused agent', `paused = true`, 'paused'],
    ])('refuses under %s that came after acceptance', async (_name, change, reason) => {
      const { laneId, executionId, lease } = await accepted();
      await fixture.database.query(`UPDATE agent_wallets SET ${change} WHERE id = $1`, [laneId]);
      expect(await fixture.store.arm(lease, arming(executionId))).toEqual({ armed: false, reason });
      expect(await step(executionId)).toMatchObject({ status: 'planned', body: null });
    });

    it('leaves no gap: a policy change that is under way decides before the step is armed', async () => {
      const { laneId, executionId, lease } = await accepted();
      let armed: Promise<unknown> = Promise.resolve();
      await fixture.database.transaction(async (tx) => {
        await tx.query(`UPDATE agent_wallets SET status = 'disabled' WHERE id = $1`, [laneId]);
        armed = fixture.store.arm(lease, arming(executionId));
      });
      expect(await armed).toEqual({ armed: false, reason: 'wallet_not_active' });
    });

    it('lets exits pass a pause, unless they are paused by name', async () => {
      const buy = await accepted('buy_yes');
      const claim = await accepted('claim_payout');
      await pause('global', true);
      try {
        expect(await fixture.store.arm(buy.lease, arming(buy.executionId))).toEqual({ armed: false, reason: 'paused' });
        await pause('claim_payout', true);
        const main = arming(claim.executionId, 'main');
        expect(await fixture.store.arm(claim.lease, main)).toEqual({ armed: false, reason: 'paused' });
        await pause('claim_payout', false);
        expect(await fixture.store.arm(claim.lease, main)).toEqual({ armed: true });
      } finally {
        await pause('global', false);
        await pause('claim_payout', false);
      }
    });

    it('gives the turn to an exit while what is before it is paused', async () => {
      const { agentId, lease, executionId: buyId } = await accepted('buy_yes');
      const claim = await fixture.accept(await fixture.intent(agentId, { action: 'claim_payout' }));
      await pause('buy_yes', true);
      try {
        expect((await fixture.store.load(lease)).execution?.id).toBe(claim.executionId);
        const row = await fixture.database.queryOne('SELECT waiting_for FROM executions WHERE id = $1', [buyId]);
        expect(row).toEqual({ waiting_for: 'paused' });
      } finally {
        await pause('buy_yes', false);
      }
      expect((await fixture.store.load(lease)).execution?.id).toBe(buyId);
    });
  });

  describe('moving', () => {
    it('refuses a move from where the execution is not', async () => {
      const { executionId, lease } = await accepted();
      await expect(
        fixture.store.apply(lease, {
          executionId,
          from: { execution: 'broadcast', step: 'sent' },
          execution: { to: 'failed', failure: 'provider_failed' },
          step: { kind: 'approve', to: 'failed', failure: 'provider_failed' },
          event: { type: 'execution.failed' },
        }),
      ).rejects.toThrow(StaleMoveError);
    });

    it('ends execution and intent in one transaction', async () => {
      const { executionId, intentId, lease } = await accepted();
      await fixture.store.apply(lease, {
        executionId,
        from: { execution: 'queued', step: 'planned' },
        execution: { to: 'failed', failure: 'market_not_open' },
        step: { kind: 'approve', to: 'failed', failure: 'market_not_open' },
        event: { type: 'execution.failed' },
      });
      const row = await fixture.database.queryOne(
        `SELECT i.status AS intent, e.status, e.error_code, e.retry_safe, e.completed_at IS NOT NULL AS completed
         FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id WHERE i.id = $1`,
        [intentId],
      );
      expect(row).toEqual({
        intent: 'failed',
        status: 'failed',
        error_code: 'agent_execution_failed',
        retry_safe: true,
        completed: true,
      });
      expect((await fixture.store.load(lease)).execution).toBeNull();
    });

    it('tells every move in a chain of hashes that nobody can rewrite', async () => {
      const { executionId, lease } = await accepted();
      await fixture.store.arm(lease, arming(executionId));
      const events = await fixture.database.query<{ type: string; hash: string; previous_hash: string }>(
        'SELECT type, hash, previous_hash FROM execution_events WHERE execution_id = $1 ORDER BY seq',
        [executionId],
      );
      expect(events.map(({ type }) => type)).toEqual(['execution.accepted', 'step.armed']);
      expect(events[1]?.previous_hash).toBe(events[0]?.hash);
      const rewrite = fixture.database.query(`UPDATE execution_events SET type = 'x' WHERE execution_id = $1`, [
        executionId,
      ]);
      await expect(rewrite).rejects.toThrow('append-only');
      const erase = fixture.database.query(`DELETE FROM execution_events WHERE execution_id = $1`, [executionId]);
      await expect(erase).rejects.toThrow('append-only');
    });
  });

  describe('accepting and cancelling', () => {
    it('accepts one of many simultaneous executes', async () => {
      const { agentId } = await fixture.wallet();
      const intentId = await fixture.intent(agentId);
      const results = await Promise.allSettled(Array.from({ length: 16 }, () => fixture.accept(intentId)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results.filter(({ status }) => status === 'rejected')) {
        expect((result as PromiseRejectedResult).reason).toMatchObject({
          code: 'agent_intent_not_confirmed',
          message: 'The intent is being executed: read its executions.',
        });
      }
    });

    it('cancels what is queued, and nothing that is armed', async () => {
      const queued = await accepted();
      await fixture.database.transaction((tx) => cancelIntent(tx, queued.intentId));
      expect((await fixture.store.load(queued.lease)).execution).toBeNull();
      await expect(fixture.store.arm(queued.lease, arming(queued.executionId))).rejects.toThrow(StaleMoveError);
      await fixture.database.transaction((tx) => cancelIntent(tx, queued.intentId));

      const armed = await accepted();
      await fixture.store.arm(armed.lease, arming(armed.executionId));
      const cancel = fixture.database.transaction((tx) => cancelIntent(tx, armed.intentId));
      await expect(cancel).rejects.toMatchObject({
        code: 'agent_intent_status_invalid',
        message: 'The execution is under way and can no longer be cancelled: read its record.',
      });
      const row = await fixture.database.queryOne('SELECT status FROM agent_intents WHERE id = $1', [armed.intentId]);
      expect(row).toEqual({ status: 'executing' });
    });

    it('either cancels or arms when both come at once, a hundred times over', async () => {
      const ends = await raceWithCancel(({ executionId, lease }) => fixture.store.arm(lease, arming(executionId)));
      expect(new Set(ends)).toEqual(new Set([1]));
    });

    it('either cancels or fails when both come at once, a hundred times over', async () => {
      const ends = await raceWithCancel(({ executionId, lease }) =>
        fixture.store.apply(lease, {
          executionId,
          from: { execution: 'queued', step: 'planned' },
          execution: { to: 'failed', failure: 'market_not_open' },
          step: { kind: 'approve', to: 'failed', failure: 'market_not_open' },
          event: { type: 'execution.failed' },
        }),
      );
      expect(new Set(ends)).toEqual(new Set([1]));
      const halves = await fixture.database.query(
        `SELECT e.id FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
           JOIN execution_steps AS step ON step.execution_id = e.id AND step.kind = 'approve'
         WHERE (e.status = 'failed') <> (i.status = 'failed') OR (e.status = 'failed') <> (step.status = 'failed')`,
      );
      expect(halves).toEqual([]);
    });

    /** How many of the two were done, for each of a hundred executions. */
    async function raceWithCancel(move: (one: Awaited<ReturnType<typeof accepted>>) => Promise<unknown>) {
      const pairs = await Promise.all(Array.from({ length: 100 }, () => accepted()));
      return Promise.all(
        pairs.map(async (one) => {
          const [cancelled, moved] = await Promise.allSettled([
            fixture.database.transaction((tx) => cancelIntent(tx, one.intentId)),
            move(one),
          ]);
          return Number(cancelled.status === 'fulfilled') + Number(moved.status === 'fulfilled');
        }),
      );
    }
  });

  async function pause(scope: string, paused: boolean): Promise<void> {
    await fixture.database.query('UPDATE execution_pauses SET paused = $2 WHERE scope = $1', [scope, paused]);
  }
});
