import { acceptedExecution as accepted, buildArming, claimLease } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { LeaseLostError } from '../domain/ports/engine-store.js';
import { stealLane } from './lane-leases.js';
import { PgEngineStore } from './pg-engine-store.js';

describe('turns of accounts', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(async () => {
    await fixture?.close();
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

  describe('claimDueLanes', () => {
    it('claims in turns of accounts, first of those with the fewest lanes in service', async () => {
      await fixture.store.claimDueLanes(1_000);
      const [large, small] = [await openAccount(), await openAccount()];
      const lanes: Accepted[] = [];
      for (let lane = 0; lane < 6; lane += 1) lanes.push(await acceptedOf(large));
      lanes.push(await acceptedOf(small), await accepted(fixture));
      for (const { lease } of lanes) await fixture.store.release(lease, 0);
      const claim = async (limit: number, served: [string, number][] = []): Promise<(string | null)[]> => {
        const leases = await fixture.store.claimDueLanes(limit, new Map(served));
        return leases.map(({ accountId }) => accountId ?? null).sort();
      };
      expect(await claim(2, [[large, 5]])).toEqual([small, null]);
      expect(await claim(10)).toEqual(Array.from({ length: 6 }, () => large));
    });

    it('claims lanes without an account in the order in which they fell due', async () => {
      await fixture.store.claimDueLanes(1_000);
      const lanes: Accepted[] = [];
      for (let lane = 0; lane < 4; lane += 1) lanes.push(await accepted(fixture));
      for (const { lease } of lanes.toReversed()) await fixture.store.release(lease, 0);
      const claimed = await fixture.store.claimDueLanes(2);
      expect(claimed.map(({ laneId }) => laneId).sort()).toEqual(
        lanes
          .slice(2)
          .map(({ laneId }) => laneId)
          .sort(),
      );
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
      await fixture.store.countSend(first.lease, { executionId: first.executionId, kind: 'main' });
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
      const delayMs = await store().takeSendPermit(two.lease);
      expect(delayMs).toBeGreaterThan(0);
      const [next] = ofLarge.filter((_lane, place) => delays[place] !== 0);
      expect(next && (await store().takeSendPermit(next.lease))).toBeLessThan(delayMs);
    });

    it('lets no lane wait for one that has no work any more', async () => {
      const lanes: Accepted[] = [];
      for (let lane = 0; lane < 7; lane += 1) lanes.push(await accepted(fixture));
      const delays: number[] = [];
      for (const { lease } of lanes) delays.push(await store().takeSendPermit(lease));
      const waiting = lanes.filter((_lane, place) => delays[place] !== 0);
      const before = Math.max(...delays);
      for (const { lease } of waiting) await fixture.store.release(lease, null);
      expect(await store().takeSendPermit((await accepted(fixture)).lease)).toBeLessThan(before);
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
});
