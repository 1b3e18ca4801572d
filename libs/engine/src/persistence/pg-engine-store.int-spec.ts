import { acceptedExecution as accepted, buildArming, claimLease } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { LANES_WOKEN, markLaneChanged } from '@app/agents';
import { Notifications } from '@app/persistence';
import { eventually } from '../../../../test/support/eventually.js';
import { type Change, LeaseLostError } from '../domain/ports/engine-store.js';
import { releaseQuarantine, wakeBusyLanes } from './lane-leases.js';

describe('PgEngineStore', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(async () => {
    await fixture?.close();
  });

  /** Simulates a worker that paused for longer than its lease. */
  async function expireLease(laneId: string): Promise<void> {
    await fixture.database.query(`UPDATE lanes SET lease_until = now() - interval '1 s' WHERE id = $1`, [laneId]);
  }

  async function isDue(laneId: string): Promise<boolean | null> {
    const row = await fixture.database.queryOne<{ due: boolean | null }>(
      'SELECT coalesce(wake_at <= clock_timestamp(), false) AS due FROM lanes WHERE id = $1',
      [laneId],
    );
    return row?.due ?? null;
  }

  async function step(executionId: string, kind = 'main') {
    return fixture.database.queryOne<Record<string, unknown>>(
      'SELECT * FROM execution_steps WHERE execution_id = $1 AND kind = $2',
      [executionId, kind],
    );
  }

  describe('leases', () => {
    it('lease a lane to one of many at a time', async () => {
      const { laneId, agentId } = await fixture.wallet();
      await fixture.accept(await fixture.intent(agentId));
      const leases = await Promise.all(Array.from({ length: 16 }, () => fixture.store.acquire(laneId)));
      expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    });

    it('pass to another worker under a higher fence, which fails every write under the old one', async () => {
      const { laneId, executionId, lease: old } = await accepted(fixture);
      await fixture.store.arm(old, buildArming(executionId));
      await expireLease(laneId);
      const next = await claimLease(fixture, laneId);
      expect(BigInt(next.fence)).toBeGreaterThan(BigInt(old.fence));

      const change: Change = {
        executionId,
        from: { execution: 'submitting', step: 'armed' },
        step: { kind: 'main', to: 'sent' },
      };
      await expect(fixture.store.apply(old, change)).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.countSend(old, { executionId, kind: 'main' })).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.arm(old, buildArming(executionId, 'main'))).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.load(old, 1)).rejects.toThrow(LeaseLostError);
      expect(await fixture.store.renew([old])).toEqual(new Set());
      expect(await fixture.store.release(old, null)).toBe(false);
      expect(await step(executionId)).toMatchObject({ status: 'armed', send_attempts: 1 });
      await fixture.store.apply(next, change);
    });

    it('fail writes after their end even while the lane is free', async () => {
      const { laneId, executionId, lease } = await accepted(fixture);
      await expireLease(laneId);
      await expect(fixture.store.arm(lease, buildArming(executionId))).rejects.toThrow(LeaseLostError);
      expect(await step(executionId)).toMatchObject({ status: 'planned', idempotency_key: null });
    });

    it('report at release that the lane changed, which is then due at once', async () => {
      const { laneId, agentId, lease } = await accepted(fixture);
      await fixture.accept(await fixture.intent(agentId));
      expect(await fixture.store.release(lease, 60_000)).toBe(true);
      const row = await fixture.database.queryOne<{ due: boolean }>(
        'SELECT wake_at <= now() AS due FROM lanes WHERE id = $1',
        [laneId],
      );
      expect(row?.due).toBe(true);
    });

    it('make a bumped lane due, but not while it is leased', async () => {
      const { laneId, lease } = await accepted(fixture);
      await markLaneChanged(fixture.database, laneId);
      expect(await isDue(laneId)).toBe(false);
      expect(await fixture.store.release(lease, 60_000)).toBe(true);
      expect(await isDue(laneId)).toBe(true);
      const next = await claimLease(fixture, laneId);
      expect(await fixture.store.release(next, 60_000)).toBe(false);
      expect(await isDue(laneId)).toBe(false);
      await markLaneChanged(fixture.database, laneId);
      expect(await isDue(laneId)).toBe(true);
    });

    it('notify the workers when they are woken without a job', async () => {
      const notifications = new Notifications({
        ...{ databaseUrl: fixture.databaseUrl, applicationName: 'test', onDisconnect: () => undefined },
      });
      let count = 0;
      notifications.subscribe(LANES_WOKEN, () => (count += 1));
      await notifications.start();
      const { laneId } = await accepted(fixture);
      const wakes = [
        () => markLaneChanged(fixture.database, laneId),
        () => wakeBusyLanes(fixture.database),
        () => releaseQuarantine(fixture.database, laneId),
      ];
      await fixture.database.query('UPDATE lanes SET quarantined_at = now() WHERE id = $1', [laneId]);
      for (const [index, wake] of wakes.entries()) {
        await wake();
        await eventually(
          () => Promise.resolve(count),
          (heard) => heard === index + 1,
        );
      }
      await notifications.close();
      expect(count).toBe(3);
    });

    it('are none that is due, held or waits, when the store is idle', async () => {
      const { laneId, lease } = await accepted(fixture);
      expect(await fixture.store.isIdle()).toBe(false);
      await fixture.store.release(lease, 60_000);
      expect(await fixture.store.isIdle()).toBe(false);
      await fixture.database.query('UPDATE lanes SET wake_at = NULL WHERE id <> $1', [laneId]);
      await markLaneChanged(fixture.database, laneId);
      await fixture.store.release(await claimLease(fixture, laneId), null);
      expect(await fixture.store.isIdle()).toBe(true);
    });

    it('pass from a dead worker to one of the claims of due lanes', async () => {
      const { laneId, lease } = await accepted(fixture);
      const again = async () => (await fixture.store.claimDueLanes(100)).find((one) => one.laneId === laneId);
      await fixture.store.claimDueLanes(100);
      expect(await again()).toBeUndefined();
      await fixture.database.query(
        `UPDATE lanes SET lease_until = now() - interval '1 s', wake_at = now() - interval '1 s' WHERE id = $1`,
        [laneId],
      );
      const claims = await Promise.all([again(), again(), again()]);
      expect(claims.filter((one) => one !== undefined)).toHaveLength(1);
      const claimed = claims.find((one) => one !== undefined);
      expect(BigInt(claimed?.fence ?? 0)).toBeGreaterThan(BigInt(lease.fence));
    });

    it('are claimed up to the limit, the lanes that fell due first before others', async () => {
      const lanes: string[] = [];
      await fixture.store.claimDueLanes(1_000);
      for (const seconds of [30, 40, 20]) {
        const { laneId, lease } = await accepted(fixture);
        await fixture.store.release(lease, null);
        // The previous claim found all lanes, so the next looks at due times since ten seconds before it.
        await fixture.database.query(
          `UPDATE lanes SET wake_at = now() - interval '5 s' - $2 * interval '1 ms' WHERE id = $1`,
          [laneId, seconds],
        );
        lanes.push(laneId);
      }
      const [first = '', second = '', third = ''] = lanes;
      const ids = async () => (await fixture.store.claimDueLanes(2)).map(({ laneId }) => laneId).sort();
      expect(await ids()).toEqual([first, second].sort());
      expect(await ids()).toEqual([third]);
    });

    it('are claimed for the block that lanes wait for, and not before', async () => {
      const { laneId, lease } = await accepted(fixture);
      expect(await fixture.store.release(lease, 60_000, { number: 1_234, hasRoom: false })).toBe(false);
      const claimAt = (block: number) => fixture.store.claimLanesForBlock(block, 10);
      expect(await claimAt(1_233)).toEqual([]);
      const claims = await Promise.all([claimAt(1_235), claimAt(1_234), claimAt(1_235)]);
      expect(claims.flat().map((one) => one.laneId)).toEqual([laneId]);
      expect(await claimAt(1_236)).toEqual([]);
    });

    it('leave out a lane for its block that a transaction has locked, which waits on', async () => {
      const { laneId, lease } = await accepted(fixture);
      await fixture.store.release(lease, 60_000, { number: 1_234, hasRoom: false });
      await fixture.database.transaction(async (tx) => {
        await tx.query('SELECT FROM lanes WHERE id = $1 FOR NO KEY UPDATE', [laneId]);
        expect(await fixture.store.claimLanesForBlock(1_234, 10)).toEqual([]);
        expect(await fixture.store.hasLanesForBlock(1_233)).toBe(false);
        expect(await fixture.store.hasLanesForBlock(1_234)).toBe(true);
      });
      expect(await fixture.store.claimLanesForBlock(1_234, 10)).toHaveLength(1);
      expect(await fixture.store.hasLanesForBlock(1_234)).toBe(false);
    });

    it('are not given for a quarantined lane until it is released', async () => {
      const { laneId, lease } = await accepted(fixture);
      let failed: typeof lease | null = lease;
      let failures = 0;
      let isQuarantined = false;
      for (; failed !== null; failed = await fixture.store.acquire(laneId)) {
        isQuarantined = await fixture.store.releaseFailed(failed);
        failures += 1;
      }
      expect({ failures, isQuarantined }).toEqual({ failures: 10, isQuarantined: true });
      await markLaneChanged(fixture.database, laneId);
      expect(await isDue(laneId)).toBe(false);
      expect(await releaseQuarantine(fixture.database, laneId)).toBe(true);
      expect(await releaseQuarantine(fixture.database, laneId)).toBe(false);
      expect(await isDue(laneId)).toBe(true);
      await claimLease(fixture, laneId);
    });

    it('count only consecutive unexpected errors, and delay the lane after each', async () => {
      const { laneId, lease } = await accepted(fixture);
      for (let failure = 0, failed = lease; failure < 9; failure += 1) {
        expect(await fixture.store.releaseFailed(failed)).toBe(false);
        expect(await isDue(laneId)).toBe(false);
        failed = await claimLease(fixture, laneId);
        if (failure === 8) await fixture.store.release(failed, null);
      }
      expect(await fixture.store.releaseFailed(await claimLease(fixture, laneId))).toBe(false);
    });
  });

  describe('load', () => {
    it('skips paused executions and marks them as paused', async () => {
      const { agentId, lease, executionId: buyId } = await accepted(fixture, 'buy_yes');
      const claim = await fixture.accept(await fixture.intent(agentId, { action: 'claim_payout' }));
      await pause('buy_yes', true);
      try {
        expect((await fixture.store.load(lease, 1)).executions[0]?.id).toBe(claim.executionId);
        const row = await fixture.database.queryOne('SELECT waiting_for FROM executions WHERE id = $1', [buyId]);
        expect(row).toEqual({ waiting_for: 'paused' });
      } finally {
        await pause('buy_yes', false);
      }
      expect((await fixture.store.load(lease, 1)).executions[0]?.id).toBe(buyId);
    });

    it('reads those that have begun, and behind them the first queued ones up to the depth', async () => {
      const { agentId, laneId } = await fixture.wallet();
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        ids.push((await fixture.accept(await fixture.intent(agentId, { action: 'claim_payout' }))).executionId);
      }
      await fixture.database.query(`UPDATE executions SET status = 'unknown' WHERE id = ANY ($1)`, [ids.slice(1, 3)]);
      const lease = await fixture.store.acquire(laneId);
      if (lease === null) throw new Error('the lane is held');
      const read = async (depth: number) =>
        (await fixture.store.load(lease, depth)).executions.map(({ id }) => ids.indexOf(id));
      expect([await read(1), await read(3), await read(9)]).toEqual([
        [1, 2],
        [1, 2, 0],
        [1, 2, 0, 3],
      ]);
    });

    it('reads execution, intent and steps with times in whole milliseconds', async () => {
      const { laneId, intentId, executionId, lease } = await accepted(fixture);
      const arming = buildArming(executionId, 'approve');
      await fixture.store.arm(lease, arming);
      const { executions, nowMs, limits, ...lane } = await fixture.store.load(lease, 1);
      const [execution] = executions;
      expect(lane).toEqual({
        providerWalletId: expect.any(String),
        breakerOpen: false,
        hasReservation: false,
        knownBlock: 0,
        awaitsFunds: false,
      });
      expect(execution).toMatchObject({
        id: executionId,
        status: 'submitting',
        attempt: 1,
        waitingFor: 'provider',
        requestId: 'test',
        traceParent: null,
        intent: { id: intentId, action: 'buy_yes', amount: '10', createdAt: expect.any(Date) },
      });
      const { body, deadlineMs } = arming;
      expect(execution?.steps).toMatchObject([
        {
          ...{ kind: 'approve', status: 'armed', body, deadlineMs, allowanceBaseUnits: '10000000' },
          ...{ sendAttempts: 1, hashes: [], accelerations: 0, transactionHash: null },
        },
        { kind: 'main', status: 'planned', body: null, armedAtMs: null, lastSentAtMs: null },
      ]);
      const times = [nowMs, execution?.createdAtMs, execution?.steps[0]?.armedAtMs, execution?.steps[0]?.updatedAtMs];
      expect(times.every((time) => Number.isInteger(time) && Math.abs(Date.now() - (time ?? 0)) < 600_000)).toBe(true);
      expect(limits).toMatchObject({ marketLimit: null, dailyLimit: null, policyVersion: '1' });
      expect(laneId).toBe(lease.laneId);
    });
  });

  async function pause(scope: string, paused: boolean): Promise<void> {
    await fixture.database.query('UPDATE execution_pauses SET paused = $2 WHERE scope = $1', [scope, paused]);
  }
});
