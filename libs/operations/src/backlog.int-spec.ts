import { openEngineFixture, type EngineFixture } from '../../../test/support/engine-fixture.js';
import { readBacklog, readPressure } from './backlog.js';
import { LaneSummariesRepository } from './lane-summaries.repository.js';

describe('the backlog', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture.close());

  it('is empty on an empty database', async () => {
    expect(await readBacklog(fixture.database)).toEqual({
      lanes: { due: 0, leased: 0, waiting: 0, quarantined: 0 },
      lanesOverdue: 0,
      live: { queued: 0, submitting: 0, broadcast: 0, unknown: 0 },
      oldestQueuedAgeMs: 0,
      connectionsUsed: expect.any(Number) as number,
      providerDelayMs: 0,
      unknownAgeMs: 0,
      overdueMs: 0,
      tasksDue: 0,
      breakerOpen: false,
      providerConfigured: true,
      pausedScopes: 0,
      lanesStopped: false,
    });
  });

  it('counts lanes and executions by state and finds the oldest', async () => {
    const { database, store } = fixture;
    const wallets = await Promise.all([fixture.wallet(), fixture.wallet(), fixture.wallet()]);
    const accepted = [];
    for (const { agentId } of wallets) accepted.push(await fixture.accept(await fixture.intent(agentId)));
    const [first, second, third] = accepted;
    if (first === undefined || second === undefined || third === undefined) throw new Error('an execution is missing');
    const backdate = (executionId: string, seconds: number, status: string): Promise<unknown[]> =>
      database.query(`UPDATE executions SET created_at = now() - $2 * interval '1 second', status = $3 WHERE id = $1`, [
        executionId,
        seconds,
        status,
      ]);
    await backdate(first.executionId, 100, 'queued');
    await backdate(second.executionId, 500, 'unknown');
    await backdate(third.executionId, 900, 'queued');
    await database.query(`UPDATE executions SET waiting_for = 'paused' WHERE id = $1`, [third.executionId]);
    await store.acquire(second.laneId);
    await database.query(`UPDATE lanes SET wake_at = now() + interval '1 hour' WHERE id = $1`, [third.laneId]);
    await database.query(`UPDATE execution_pauses SET paused = true WHERE scope = 'buy_no'`);
    await store.openBreaker();

    const backlog = await readBacklog(database);
    expect(backlog).toMatchObject({
      lanes: { due: 1, leased: 1, waiting: 1, quarantined: 0 },
      live: { queued: 2, submitting: 0, broadcast: 0, unknown: 1 },
      breakerOpen: true,
      pausedScopes: 1,
    });
    expect(backlog.oldestQueuedAgeMs / 1000).toBeCloseTo(100, -2);
    expect(backlog.unknownAgeMs / 1000).toBeCloseTo(500, -2);
    await database.query(`UPDATE lanes SET quarantined_at = now() WHERE id = $1`, [first.laneId]);
    expect(await readBacklog(database)).toMatchObject({ lanes: { quarantined: 1 }, oldestQueuedAgeMs: 0 });
  });

  it('counts lanes that are due for more than 30 s without a worker that holds them, and lists them as overdue', async () => {
    const { database } = fixture;
    await database.query('UPDATE lanes SET wake_at = NULL, lease_until = NULL');
    await database.query('UPDATE provider_accounts SET breaker_open = false');
    const move = async (wake: string, lease: string | null, quarantined = false): Promise<void> => {
      const { agentId } = await fixture.wallet();
      const { laneId } = await fixture.accept(await fixture.intent(agentId));
      await database.query(
        `UPDATE lanes SET wake_at = now() + $2::interval, lease_until = now() + $3::interval,
           quarantined_at = CASE WHEN $4 THEN now() END WHERE id = $1`,
        [laneId, wake, lease, quarantined],
      );
    };
    await move('-20 s', null);
    await move('-90 s', '5 s');
    await move('-90 s', null, true);
    expect(await readBacklog(database)).toMatchObject({ lanesOverdue: 0 });
    await move('-90 s', null);
    await move('-90 s', '-80 s');
    expect(await readBacklog(database)).toMatchObject({ lanesOverdue: 2 });
    const { items } = await new LaneSummariesRepository(database).list({ limit: 100, after: null });
    expect(items.filter(({ isOverdue }) => isOverdue).map(({ state }) => state)).toEqual(['due', 'due']);
    await database.query('UPDATE lanes SET wake_at = NULL, lease_until = NULL, quarantined_at = NULL');
  });

  it('finds the armed execution whose deadline has passed the longest, unless it is unknown or has ended', async () => {
    const { database } = fixture;
    await database.query('UPDATE provider_accounts SET breaker_open = false');
    const { agentId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId));
    const move = async (status: string, step: string, deadline: string): Promise<number> => {
      await database.query('UPDATE executions SET status = $2 WHERE id = $1', [executionId, status]);
      await database.query(
        `UPDATE execution_steps SET status = $2, idempotency_key = gen_random_uuid(), body = '{}',
           deadline = now() + $3::interval WHERE execution_id = $1`,
        [executionId, step, deadline],
      );
      return (await readBacklog(database)).overdueMs / 1000;
    };
    expect(await move('submitting', 'armed', '10 minutes')).toBe(0);
    expect(await move('submitting', 'armed', '-300 seconds')).toBeCloseTo(300, -2);
    expect(await move('broadcast', 'sent', '-500 seconds')).toBeCloseTo(500, -2);
    expect(await move('unknown', 'unknown', '-500 seconds')).toBe(0);
    await database.query('DELETE FROM execution_steps WHERE execution_id = $1', [executionId]);
    await database.query(`UPDATE executions SET status = 'queued' WHERE id = $1`, [executionId]);
  });

  it('finds the oldest among more than 10,000 executions that wait for a worker', async () => {
    const { database } = fixture;
    await database.query('UPDATE provider_accounts SET breaker_open = false');
    await database.query('UPDATE execution_pauses SET paused = false');
    const { agentId, laneId } = await fixture.wallet();
    const { executionId } = await fixture.accept(await fixture.intent(agentId));
    await database.query(
      `WITH intents AS (
         INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
         SELECT 'agent_intent_crowd' || n, $1, 'buy_yes', 'executing', '0x', 'market', 'hash'
         FROM generate_series(1, 10001) AS n RETURNING id)
       INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref, created_at)
       SELECT 'agent_execution_' || id, id, $1, $2, '0x', 'buy_yes', 1, id, now() + interval '1 hour' FROM intents`,
      [agentId, laneId],
    );
    await database.query(`UPDATE executions SET created_at = now() - interval '700 s' WHERE id = $1`, [executionId]);
    await database.query(`UPDATE provider_accounts SET next_send_at = now() + interval '90 s'`);
    for (let read = 0; read < 3; read += 1) {
      const { oldestQueuedAgeMs, providerDelayMs } = await readBacklog(database);
      expect(oldestQueuedAgeMs / 1000).toBeCloseTo(700, -2);
      expect(providerDelayMs / 1000).toBeCloseTo(90, -2);
      expect((await readPressure(database)).providerDelayMs / 1000).toBeCloseTo(90, -2);
    }
  });
});

describe('the pressure', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.database.query(`UPDATE executions SET waiting_for = 'block'`);
    await fixture.database.query(
      `WITH lane AS (UPDATE lanes SET send_round = NULL, token_due_at = NULL)
       UPDATE provider_accounts SET send_round = 10, next_send_at = now()`,
    );
  });

  async function openAccount(): Promise<string> {
    const row = await fixture.database.queryOneOrFail<{ id: string }>(
      `INSERT INTO accounts (name, created_by) VALUES (gen_random_uuid()::text, 'test') RETURNING id`,
    );
    return row.id;
  }

  /** Accepts executions in lanes of the account that no worker has served for this time. @returns the lanes */
  async function queue(accountId: string | null, agesS: readonly number[]): Promise<string[]> {
    const lanes: string[] = [];
    for (const ageS of agesS) {
      const { agentId } = await fixture.wallet();
      await fixture.database.query('UPDATE users SET account_id = $1 WHERE agent_id = $2', [accountId, agentId]);
      const { executionId, laneId } = await fixture.accept(await fixture.intent(agentId));
      const age = `UPDATE executions SET created_at = now() - $2 * interval '1 s' WHERE id = $1`;
      await fixture.database.query(age, [executionId, ageS]);
      lanes.push(laneId);
    }
    return lanes;
  }

  async function read() {
    const { queuedAgeMs, providerDelayMs, accounts } = await readPressure(fixture.database);
    const toSeconds = (ms: number): number => Math.round(ms / 1000);
    return {
      ageS: toSeconds(queuedAgeMs),
      delayS: toSeconds(providerDelayMs),
      of: new Map(accounts.map((one) => [one.accountId, [one.queuedAgeMs, one.providerDelayMs].map(toSeconds)])),
    };
  }

  it('is that of no single lane', async () => {
    await queue(null, [900]);
    expect((await read()).ageS).toBe(0);
    await queue(null, [100, 90]);
    expect((await read()).ageS).toBe(100);
  });

  it('leaves out a tenth of the lanes', async () => {
    await queue(null, [9_000, 8_000, ...Array.from({ length: 18 }, (_, lane) => 2_000 - 60 * lane)]);
    expect(Math.floor((await read()).ageS / 60)).toBe(33);
  });

  it('is that of no single account, which is judged by its own lanes', async () => {
    const [busy, other] = [await openAccount(), await openAccount()];
    await queue(busy, [700, 600, 500]);
    await queue(other, [1]);
    const { ageS, of } = await read();
    expect(ageS).toBe(1);
    expect(of.get(busy)).toEqual([600, 0]);
    expect(of.get(other)).toEqual([0, 0]);
  });

  it('is the time until a new execution of the account is sent', async () => {
    const [busy, other] = [await openAccount(), await openAccount()];
    const waiting = await queue(busy, [1, 1, 1]);
    const [lane] = await queue(other, [1]);
    const reserve = `UPDATE lanes SET send_round = $2, send_queued_at = now(), token_due_at = now() + $3 * interval '1 s'
      WHERE id = $1`;
    for (const [place, id] of waiting.entries())
      await fixture.database.query(reserve, [id, 11 + place, 40 * (place + 1)]);
    await fixture.database.query(reserve, [lane ?? '', 11, 41]);
    const { delayS, of } = await read();
    expect([delayS, of.get(busy)?.[1], of.get(other)?.[1]]).toEqual([41, 120, 41]);
    expect(Math.round((await readBacklog(fixture.database)).providerDelayMs / 1000)).toBe(120);
  });
});
