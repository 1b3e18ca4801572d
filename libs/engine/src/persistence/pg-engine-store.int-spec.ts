import { acceptedExecution as accepted, buildArming, claimLease } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { markLaneChanged } from '@app/agents';
import { type Change, LeaseLostError } from '../domain/ports/engine-store.js';
import { releaseQuarantine, stealLane } from './lane-leases.js';
import { PgEngineStore } from './pg-engine-store.js';

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

  async function step(executionId: string, kind = 'approve') {
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
        step: { kind: 'approve', to: 'sent' },
        event: { type: 'step.sent' },
      };
      await expect(fixture.store.apply(old, change)).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.countSend(old, { executionId, kind: 'approve' })).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.arm(old, buildArming(executionId, 'main'))).rejects.toThrow(LeaseLostError);
      await expect(fixture.store.load(old)).rejects.toThrow(LeaseLostError);
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
      expect(await fixture.store.release(lease, 60_000, 1_234)).toBe(false);
      const claimAt = (block: number) => fixture.store.claimLanesForBlock(block, 10);
      expect(await claimAt(1_233)).toEqual([]);
      const claims = await Promise.all([claimAt(1_235), claimAt(1_234), claimAt(1_235)]);
      expect(claims.flat().map((one) => one.laneId)).toEqual([laneId]);
      expect(await claimAt(1_236)).toEqual([]);
    });

    it('are found once before they fall due, while no worker holds them', async () => {
      const lanes: string[] = [];
      for (const delayMs of [3_000, 8_000, 30_000]) {
        const { laneId, lease } = await accepted(fixture);
        await fixture.store.release(lease, delayMs);
        lanes.push(laneId);
      }
      const [first = '', second = '', third = ''] = lanes;
      const found = await fixture.store.findUpcomingLanes(10_000);
      const own = found.filter(({ laneId }) => lanes.includes(laneId));
      expect(own.map(({ laneId }) => laneId)).toEqual([first, second]);
      expect(own.map(({ delayMs }) => Math.round(delayMs / 2_000))).toEqual([expect.any(Number), 4]);
      expect(await fixture.store.findUpcomingLanes(10_000)).toEqual([]);
      await claimLease(fixture, third);
      const wokenAt = `now() + interval '12 s'`;
      await fixture.database.query(`UPDATE lanes SET wake_at = ${wokenAt} WHERE id = ANY ($1::uuid[])`, [lanes]);
      const later = await fixture.store.findUpcomingLanes(20_000);
      expect(
        later
          .map(({ laneId }) => laneId)
          .filter((laneId) => lanes.includes(laneId))
          .sort(),
      ).toEqual([first, second].sort());
    });

    it('are found with the action of the execution in progress, else of the first queued one', async () => {
      const wakeups = [];
      for (const status of ['queued', 'submitting']) {
        const { agentId, laneId, lease } = await accepted(fixture, 'claim_payout');
        const { executionId } = await fixture.accept(await fixture.intent(agentId, { action: 'buy_yes' }));
        await fixture.database.query('UPDATE executions SET status = $2 WHERE id = $1', [executionId, status]);
        await fixture.store.release(lease, 60_000);
        await fixture.database.query(`UPDATE lanes SET wake_at = now() + interval '40 s' WHERE id = $1`, [laneId]);
        wakeups.push({ laneId, action: status === 'queued' ? 'claim_payout' : 'buy_yes', delayMs: expect.any(Number) });
      }
      expect(await fixture.store.findUpcomingLanes(50_000)).toEqual(expect.arrayContaining(wakeups));
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

  describe('takeSendPermit', () => {
    /** A store whose limit is four tokens a second. */
    const store = () => new PgEngineStore(fixture.database, { leaseMs: 10_000, providerPostsPerSecond: 4 });
    const wait = (ms: number) =>
      fixture.database.query(
        `WITH account AS (UPDATE provider_accounts SET next_send_at = next_send_at - $1 * interval '1 ms')
         UPDATE lanes SET token_due_at = token_due_at - $1 * interval '1 ms'`,
        [ms],
      );

    beforeEach(() =>
      fixture.database.query(
        `WITH lane AS (UPDATE lanes SET token_due_at = NULL)
         UPDATE provider_accounts SET next_send_at = now() - interval '1 h'`,
      ),
    );

    it('gives a second’s worth at once, then tells each lane when its turn is', async () => {
      const delays: number[] = [];
      for (let lane = 0; lane < 8; lane += 1) {
        delays.push(await store().takeSendPermit((await accepted(fixture)).lease));
      }
      expect(delays.slice(0, 4)).toEqual([0, 0, 0, 0]);
      const waits = delays.slice(4);
      expect(waits).toEqual([...waits].sort((a, b) => a - b));
      expect(Math.max(...waits)).toBeLessThanOrEqual(1_000);
    });

    it('keeps a lane’s token until it sends, and other lanes queue behind it', async () => {
      const [first, second] = [await accepted(fixture), await accepted(fixture)];
      await fixture.database.query(`UPDATE provider_accounts SET next_send_at = now() + interval '10 s'`);
      const delayMs = await store().takeSendPermit(first.lease);
      expect(delayMs).toBeGreaterThan(5_000);
      expect(await store().takeSendPermit(first.lease)).toBeLessThanOrEqual(delayMs);
      expect(await store().takeSendPermit(second.lease)).toBeGreaterThan(delayMs);
      await wait(delayMs);
      expect(await store().takeSendPermit(first.lease)).toBe(0);
      expect(await store().takeSendPermit(first.lease)).toBe(0);
      await fixture.store.arm(first.lease, buildArming(first.executionId));
      expect(await store().takeSendPermit(first.lease)).toBeGreaterThan(0);
      await wait(3_600_000);
      expect(await store().takeSendPermit(first.lease)).toBe(0);
      await fixture.store.countSend(first.lease, { executionId: first.executionId, kind: 'approve' });
      expect(await tokenDue(first.laneId)).toBeNull();
    });

    it('gives a lane its next turn after a request that is no send', async () => {
      const { lease, laneId } = await accepted(fixture);
      expect(await store().takeSendPermit(lease)).toBe(0);
      await store().useSendPermit(lease);
      expect(await tokenDue(laneId)).toBeNull();
      await fixture.database.query(`UPDATE provider_accounts SET next_send_at = now() + interval '10 s'`);
      expect(await store().takeSendPermit(lease)).toBeGreaterThan(5_000);
      await stealLane(fixture.database, laneId);
      await expect(store().useSendPermit(lease)).rejects.toThrow(LeaseLostError);
    });

    it('drops a token that its lane did not come for', async () => {
      const { lease, laneId } = await accepted(fixture);
      await store().takeSendPermit(lease);
      await fixture.database.query(
        `WITH account AS (UPDATE provider_accounts SET next_send_at = now() + interval '10 s')
         UPDATE lanes SET token_due_at = now() - interval '31 s' WHERE id = $1`,
        [laneId],
      );
      expect(await store().takeSendPermit(lease)).toBeGreaterThan(5_000);
    });

    it('gives accounts a turn each, whatever the number of their lanes', async () => {
      const [large, small] = [await openAccount(), await openAccount()];
      const ofLarge: Accepted[] = [];
      for (let lane = 0; lane < 24; lane += 1) ofLarge.push(await acceptedOf(large));
      const delays: number[] = [];
      for (const { lease } of ofLarge) delays.push(await store().takeSendPermit(lease));
      expect(Math.max(...delays)).toBeGreaterThan(4_500);
      const one = await acceptedOf(small);
      expect(await store().takeSendPermit(one.lease)).toBeLessThanOrEqual(500);
      await wait(500);
      expect(await store().takeSendPermit(one.lease)).toBe(0);
      // The account that has waited has the next turn, before a second one of the account that came later.
      const two = await acceptedOf(small);
      expect(await store().takeSendPermit(two.lease)).toBeGreaterThan(250);
      expect(await store().takeSendPermit(two.lease)).toBeLessThanOrEqual(750);
    });

    it('takes back a permit under which nothing was sent, once', async () => {
      const lanes: Accepted[] = [];
      for (let lane = 0; lane < 5; lane += 1) lanes.push(await accepted(fixture));
      const delays: number[] = [];
      for (const { lease } of lanes) delays.push(await store().takeSendPermit(lease));
      expect(delays.map((delayMs) => delayMs === 0)).toEqual([true, true, true, true, false]);
      const before = await nextSend();
      for (const { lease } of lanes.slice(0, 1)) {
        await store().returnSendPermit(lease);
        await store().returnSendPermit(lease);
      }
      expect(before - (await nextSend())).toBe(250);
      const [next] = [await accepted(fixture)];
      expect(await store().takeSendPermit(next.lease)).toBeLessThanOrEqual(500);
    });

    it('takes nothing back for a lane that waits, that has sent, or that another worker holds', async () => {
      const { lease, executionId, laneId } = await accepted(fixture);
      expect(await store().takeSendPermit(lease)).toBe(0);
      const taken = await nextSend();
      await store().returnSendPermit({ laneId, fence: '999' });
      await fixture.store.arm(lease, buildArming(executionId));
      await store().returnSendPermit(lease);
      expect(await nextSend()).toBe(taken);
      await fixture.database.query(`UPDATE provider_accounts SET next_send_at = now() + interval '10 s'`);
      const before = await nextSend();
      expect(await store().takeSendPermit(lease)).toBeGreaterThan(5_000);
      await store().returnSendPermit(lease);
      expect(await nextSend()).toBe(before);
      expect(await store().takeSendPermit(lease)).toBeGreaterThan(5_000);
    });

    it('paces lanes that come late for their turn', async () => {
      const lanes: Awaited<ReturnType<typeof accepted>>[] = [];
      for (let lane = 0; lane < 12; lane += 1) lanes.push(await accepted(fixture));
      const takeAll = async () => {
        const delays: number[] = [];
        for (const { lease } of lanes) delays.push(await store().takeSendPermit(lease));
        return delays;
      };
      await takeAll();
      // Nothing is sent for 20 s: every turn has come, and every slot is lost.
      await wait(20_000);
      const late = await takeAll();
      expect(late.filter((delayMs) => delayMs === 0)).toHaveLength(4);
      expect(Math.max(...late)).toBeGreaterThan(1_000);
      expect(Math.max(...late)).toBeLessThanOrEqual(2_000);
      await wait(1_000);
      expect((await takeAll()).filter((delayMs) => delayMs === 0)).toHaveLength(8);
    });

    it('refuses a lost lease', async () => {
      const { laneId, lease } = await accepted(fixture);
      await stealLane(fixture.database, laneId);
      await expect(store().takeSendPermit(lease)).rejects.toThrow(LeaseLostError);
    });

    type Accepted = Awaited<ReturnType<typeof accepted>>;

    async function openAccount(): Promise<string> {
      const row = await fixture.database.queryOneOrFail<{ id: string }>(
        `INSERT INTO accounts (name, created_by) VALUES (gen_random_uuid()::text, 'test') RETURNING id`,
      );
      return row.id;
    }

    async function acceptedOf(accountId: string): Promise<Accepted> {
      const { lease, ...rest } = await accepted(fixture);
      await fixture.store.release(lease, 0);
      await fixture.database.query(
        `UPDATE users SET account_id = $1
         WHERE agent_id = (SELECT agent_id FROM agent_wallets WHERE id = $2)`,
        [accountId, rest.laneId],
      );
      return { ...rest, lease: await claimLease(fixture, rest.laneId) };
    }

    /** Time of the next slot. */
    async function nextSend(): Promise<number> {
      const { at } = await fixture.database.queryOneOrFail<{ at: number }>(
        'SELECT (extract(epoch FROM next_send_at) * 1000)::float8 AS at FROM provider_accounts',
      );
      return Math.round(at);
    }

    async function tokenDue(laneId: string): Promise<Date | null> {
      const row = await fixture.database.queryOne<{ due: Date | null }>(
        'SELECT token_due_at AS due FROM lanes WHERE id = $1',
        [laneId],
      );
      return row?.due ?? null;
    }
  });

  describe('load', () => {
    it('skips paused executions and marks them as paused', async () => {
      const { agentId, lease, executionId: buyId } = await accepted(fixture, 'buy_yes');
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

    it('reads execution, intent and steps with times in whole milliseconds', async () => {
      const { laneId, intentId, executionId, lease } = await accepted(fixture);
      const arming = buildArming(executionId);
      await fixture.store.arm(lease, arming);
      const { execution, nowMs, ...lane } = await fixture.store.load(lease);
      expect(lane).toEqual({ providerWalletId: expect.any(String), breakerOpen: false, hasReservation: false });
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
          ...{ kind: 'approve', status: 'armed', body, deadlineMs },
          ...{ sendAttempts: 1, hashes: [], accelerations: 0, transactionHash: null },
        },
        { kind: 'main', status: 'planned', body: null, armedAtMs: null, lastSentAtMs: null },
      ]);
      const times = [nowMs, execution?.createdAtMs, execution?.steps[0]?.armedAtMs, execution?.steps[0]?.updatedAtMs];
      expect(times.every((time) => Number.isInteger(time) && Math.abs(Date.now() - (time ?? 0)) < 600_000)).toBe(true);
      expect(laneId).toBe(lease.laneId);
    });
  });

  async function pause(scope: string, paused: boolean): Promise<void> {
    await fixture.database.query('UPDATE execution_pauses SET paused = $2 WHERE scope = $1', [scope, paused]);
  }
});
