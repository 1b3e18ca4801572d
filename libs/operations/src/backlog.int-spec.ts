import { openEngineFixture, type EngineFixture } from '../../../test/support/engine-fixture.js';
import { readBacklog, readPressure } from './backlog.js';

describe('the backlog', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture.close());

  it('is empty on an empty database', async () => {
    expect(await readBacklog(fixture.database)).toEqual({
      lanes: { due: 0, leased: 0, waiting: 0, quarantined: 0 },
      live: { queued: 0, submitting: 0, broadcast: 0, unknown: 0 },
      oldestQueuedAgeMs: 0,
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
    await database.query(`UPDATE provider_accounts SET next_token_at = now() + interval '90 s'`);
    for (let read = 0; read < 3; read += 1) {
      const { oldestQueuedAgeMs, providerDelayMs } = await readPressure(database);
      expect(oldestQueuedAgeMs / 1000).toBeCloseTo(700, -2);
      expect(providerDelayMs / 1000).toBeCloseTo(90, -2);
    }
  });
});
