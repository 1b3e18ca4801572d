import { IntentsRepository } from '@app/agents';
import { AppError } from '@app/common';
import { openEngineFixture, type EngineFixture } from '../../../../test/support/engine-fixture.js';
import { acceptExecution } from './accept-execution.js';

describe('acceptExecution', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  const acceptUpTo = async (maxQueued: number, intentId: string): Promise<string> => {
    const intent = await new IntentsRepository(fixture.database).find(intentId);
    if (intent === null) throw new Error('no such intent');
    const acceptance = { intentId, requestId: 'test', executionEnabled: true, maxQueued };
    try {
      const { waitsForLane } = await fixture.database.transaction((tx) => acceptExecution(tx, intent, acceptance));
      return waitsForLane ? 'waits' : 'next';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `${error.status} ${error.code} after ${error.headers['Retry-After']} s`;
    }
  };

  it('refuses more queued executions of a wallet than its queue holds, however many requests come at once', async () => {
    const [crowded, other] = [await fixture.wallet(), await fixture.wallet()];
    const intentIds = await Promise.all(Array.from({ length: 8 }, () => fixture.intent(crowded.agentId)));
    const refused = '429 rate_limited after 5 s';
    const answers = await Promise.all(intentIds.map((id) => acceptUpTo(3, id)));
    expect(answers.sort()).toEqual([...Array<string>(5).fill(refused), 'next', 'waits', 'waits']);
    expect(await acceptUpTo(3, await fixture.intent(other.agentId))).toBe('next');

    await fixture.database.query(
      `UPDATE executions SET status = 'submitting'
       WHERE id = (SELECT id FROM executions WHERE lane_id = $1 ORDER BY seq LIMIT 1)`,
      [crowded.laneId],
    );
    expect(await acceptUpTo(3, await fixture.intent(crowded.agentId))).toBe('waits');
    expect(await acceptUpTo(3, await fixture.intent(crowded.agentId))).toBe(refused);
  });

  it('names what the execution of an accepted intent waits for', async () => {
    const { agentId } = await fixture.wallet();
    const [first, second] = [await fixture.intent(agentId), await fixture.intent(agentId)];
    const confirmed = await new IntentsRepository(fixture.database).find(second);
    if (confirmed === null) throw new Error('no such intent');
    await acceptUpTo(3, first);
    await acceptUpTo(3, second);
    const acceptance = { intentId: second, requestId: 'test', executionEnabled: true, maxQueued: 3 };
    const late = fixture.database.transaction((tx) => acceptExecution(tx, confirmed, acceptance));
    await expect(late).rejects.toMatchObject({
      code: 'agent_intent_not_confirmed',
      extra: { intent_status: 'executing', execution_status: 'queued', waiting_for: 'lane' },
    });
  });

  it('leaves no trace of a refused execution', async () => {
    const { agentId, laneId } = await fixture.wallet();
    await acceptUpTo(1, await fixture.intent(agentId));
    const before = await fixture.database.queryOne('SELECT version FROM lanes WHERE id = $1', [laneId]);
    const intentId = await fixture.intent(agentId);
    expect(await acceptUpTo(1, intentId)).toContain('429');
    const intent = await new IntentsRepository(fixture.database).find(intentId);
    expect(intent).toMatchObject({ status: 'confirmed', executionsCount: 0 });
    expect(await fixture.database.queryOne('SELECT version FROM lanes WHERE id = $1', [laneId])).toEqual(before);
  });
});
