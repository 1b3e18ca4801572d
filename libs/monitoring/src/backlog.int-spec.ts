import { openEngineFixture, type EngineFixture } from '../../../test/support/engine-fixture.js';
import { readBacklog } from './backlog.js';

describe('readBacklog', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture.close());

  it('is empty on an empty database', async () => {
    expect(await readBacklog(fixture.database)).toEqual({
      lanes: { due: 0, leased: 0, waiting: 0 },
      live: { queued: 0, submitting: 0, broadcast: 0, unknown: 0 },
      oldestQueuedAgeMs: 0,
      unknownAgeMs: 0,
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
      lanes: { due: 1, leased: 1, waiting: 1 },
      live: { queued: 2, submitting: 0, broadcast: 0, unknown: 1 },
      breakerOpen: true,
      pausedScopes: 1,
    });
    expect(backlog.oldestQueuedAgeMs / 1000).toBeCloseTo(100, -2);
    expect(backlog.unknownAgeMs / 1000).toBeCloseTo(500, -2);
  });
});
