import { AppError } from '@app/common';
import { openEngineFixture, type EngineFixture } from '../../../../test/support/engine-fixture.js';
import { insertLanes, insertQueued } from '../../../../test/support/lanes/lane-rows.js';
import { PlanReader } from '../../../../test/support/plan-reader.js';
import { IntentsRepository } from '../intents/intents.repository.js';
import { acceptExecution } from './accept-execution.js';
import { AcceptancesRepository } from './acceptances.repository.js';
import { ExecutionsRepository } from './executions.repository.js';

describe('acceptExecution', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  const acceptUpTo = async (maxQueued: number, intentId: string): Promise<string> => {
    const acceptance = { intentId, requestId: 'test', executionEnabled: true, maxQueued };
    try {
      const { waitingFor } = await acceptExecution(fixture.database, acceptance);
      return waitingFor === 'lane' ? 'waits' : 'next';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `${error.status} ${error.code} after ${error.retryAfterS} s`;
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
    await acceptUpTo(3, first);
    await acceptUpTo(3, second);
    const acceptance = { intentId: second, requestId: 'test', executionEnabled: true, maxQueued: 3 };
    await expect(acceptExecution(fixture.database, acceptance)).rejects.toMatchObject({
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

  describe('between its two statements', () => {
    /** Accepts, and runs the statement once after the facts were read. @returns the result and the number of reads */
    const acceptAround = async (intentId: string, statement: string, parameters: string[]) => {
      let reads = 0;
      const acceptance = { intentId, requestId: 'test', executionEnabled: true, maxQueued: 10 };
      const acceptances = new AcceptancesRepository(fixture.database);
      const findFacts = acceptances.findFacts.bind(acceptances);
      acceptances.findFacts = async (id) => {
        const facts = await findFacts(id);
        if (reads === 0) await fixture.database.query(statement, parameters);
        reads += 1;
        return facts;
      };
      const result = await acceptExecution(fixture.database, acceptance, acceptances).then(
        ({ status }) => status,
        (error: unknown) => (error instanceof AppError ? error.code : error),
      );
      const intent = await new IntentsRepository(fixture.database).find(intentId);
      return { result, reads, intent: intent?.status };
    };

    it('sees a change of the policy that forbids the action', async () => {
      const { agentId } = await fixture.wallet();
      const forbid = `UPDATE agent_wallets SET allowed_actions = '{}', policy_version = policy_version + 1 WHERE agent_id = $1`;
      expect(await acceptAround(await fixture.intent(agentId), forbid, [agentId])).toEqual({
        ...{ result: 'agent_action_forbidden', reads: 2, intent: 'confirmed' },
      });
    });

    it('accepts after a change of the policy that does not matter', async () => {
      const { agentId } = await fixture.wallet();
      const raise = `UPDATE agent_wallets SET max_trade_amount = 100, policy_version = policy_version + 1 WHERE agent_id = $1`;
      expect(await acceptAround(await fixture.intent(agentId), raise, [agentId])).toEqual({
        ...{ result: 'queued', reads: 2, intent: 'executing' },
      });
    });

    it('sees a pause', async () => {
      const { agentId } = await fixture.wallet();
      const intentId = await fixture.intent(agentId);
      const pause = (isPaused: string): Promise<unknown> =>
        fixture.database.query(`UPDATE execution_pauses SET paused = ${isPaused} WHERE scope = 'buy_yes'`);
      const answer = await acceptAround(intentId, `UPDATE execution_pauses SET paused = true WHERE scope = $1`, [
        'buy_yes',
      ]);
      await pause('false');
      expect(answer).toEqual({ result: 'agent_policy_violation', reads: 2, intent: 'confirmed' });
    });

    it('sees a cancellation, and leaves the lane as it was', async () => {
      const { agentId, laneId } = await fixture.wallet();
      await fixture.accept(await fixture.intent(agentId));
      const lane = () => fixture.database.queryOne('SELECT version, wake_at FROM lanes WHERE id = $1', [laneId]);
      const before = await lane();
      const intentId = await fixture.intent(agentId);
      const cancel = `UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`;
      expect(await acceptAround(intentId, cancel, [intentId])).toEqual({
        ...{ result: 'agent_intent_not_confirmed', reads: 2, intent: 'cancelled' },
      });
      expect(await lane()).toEqual(before);
    });
  });

  it('returns the execution as a read of it does', async () => {
    const { agentId } = await fixture.wallet();
    const acceptance = {
      intentId: await fixture.intent(agentId),
      requestId: 'r',
      executionEnabled: true,
      maxQueued: 1,
    };
    const accepted = await acceptExecution(fixture.database, acceptance);
    const [read] = await new ExecutionsRepository(fixture.database).findMany([accepted.id]);
    expect(accepted).toMatchObject({ ...read });
  });

  it('accepts an intent once when it is executed several times at the same time', async () => {
    const { agentId, laneId } = await fixture.wallet();
    const intentId = await fixture.intent(agentId);
    await fixture.database.query('UPDATE agent_intents SET executions_count = 4 WHERE id = $1', [intentId]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => acceptUpTo(9, intentId)));
    const refused = expect.stringMatching('409 agent_intent_not_confirmed') as unknown;
    expect(answers.sort()).toEqual([refused, refused, refused, 'next']);
    const attempts = await fixture.database.query('SELECT attempt FROM executions WHERE lane_id = $1', [laneId]);
    expect(attempts).toEqual([{ attempt: 5 }]);
  });

  it('finds rows by their keys', async () => {
    await insertLanes(fixture.database, 3_000);
    for (const lane of await fixture.database.query<{ laneId: string; agentId: string }>(
      `SELECT id AS "laneId", agent_id AS "agentId" FROM agent_wallets WHERE agent_id LIKE 'agent_plans_%' LIMIT 20`,
    )) {
      await insertQueued(fixture.database, lane, 200);
    }
    await fixture.database.query('ANALYZE');
    const { agentId } = await fixture.wallet();
    const facts = await new AcceptancesRepository(fixture.database).findFacts(await fixture.intent(agentId));
    if (!facts?.wallet) throw new Error('a wallet is missing');
    const reader = new PlanReader(fixture.database);
    const permitted = { facts, wallet: facts.wallet, requestId: 'r', traceParent: null, maxQueued: 5 };
    await new AcceptancesRepository(reader).accept(permitted);
    expect(reader.plans.join()).toContain('lock_lane');
    expect(reader.plans.join()).not.toMatch(/Seq Scan on (agent_intents|agent_wallets|executions|lanes)/);
  });
});
