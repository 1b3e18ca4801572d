import { jest } from '@jest/globals';
import { markLaneChanged } from '@app/agents';
import {
  type AcceptedExecution,
  acceptedExecution,
  buildArming,
  claimLease,
} from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { cancelIntent } from '../../../intents/src/executions/cancel-intent.js';
import { type Change, StaleMoveError } from '../domain/ports/engine-store.js';
import { applyChange } from './apply-change.js';

describe('moves of an execution', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await openEngineFixture();
  });

  afterAll(async () => {
    await fixture?.close();
  });

  const accepted = () => acceptedExecution(fixture);

  const failed = (executionId: string, from: Change['from'] = { execution: 'queued', step: 'planned' }): Change => ({
    executionId,
    from,
    execution: { to: 'failed', failureReason: 'market_not_open' },
    step: { kind: 'main', to: 'failed', failure: 'market_not_open' },
  });

  describe('apply', () => {
    it('rejects a move from statuses that the rows do not have', async () => {
      const { executionId, lease } = await accepted();
      const change = failed(executionId, { execution: 'broadcast', step: 'sent' });
      await expect(fixture.store.apply(lease, change)).rejects.toThrow(StaleMoveError);
    });

    it('writes moves of one moment with one statement, each by its own comparison, and releases the lane once', async () => {
      const { agentId, laneId } = await fixture.wallet();
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        ids.push((await fixture.accept(await fixture.intent(agentId, { action: 'claim_payout' }))).executionId);
      }
      const end = (executionId: string, step: 'planned' | 'sent' = 'planned'): Change => {
        const change = failed(executionId, { execution: 'queued', step });
        return { ...change, step: { ...change.step, kind: 'main' } };
      };
      const lease = await claimLease(fixture, laneId);
      const query = jest.spyOn(fixture.database, 'query');
      const [first = '', second = '', third = ''] = ids;
      const changes = [end(first), end(second, 'sent'), end(third)];
      const results = await Promise.allSettled(changes.map((change) => fixture.store.apply(lease, change)));
      expect(query).toHaveBeenCalledTimes(2); // one of them notifies
      query.mockRestore();
      expect(results).toMatchObject([
        { value: { released: false } },
        { reason: expect.any(StaleMoveError) as unknown },
        { value: { released: false } },
      ]);
      expect(await fixture.store.apply(lease, end(second))).toMatchObject({ released: true });
    });

    it('ends execution and intent together', async () => {
      const { executionId, intentId, lease } = await accepted();
      await fixture.store.apply(lease, failed(executionId));
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
      expect((await fixture.store.load(lease, 1)).executions).toEqual([]);
    });

    const SENT: Change['step'] = { kind: 'main', to: 'sent' };
    it.each<[string, string, Pick<Change, 'execution' | 'step'>]>([
      ['a send', 'off', { step: SENT }],
      ['a send that clients see as a new status', 'on', { execution: { to: 'broadcast' }, step: SENT }],
      ['the end of a step', 'on', { step: { kind: 'main', to: 'done' } }],
    ])('commits %s with synchronous_commit %s', async (_name, setting, moves) => {
      const { executionId, lease } = await accepted();
      await fixture.store.arm(lease, buildArming(executionId));
      const from = { execution: 'submitting', step: 'armed' } as const;
      const change: Change = { executionId, from, ...moves };
      const row = await fixture.database.transaction(async (tx) => {
        await tx.query('SET LOCAL synchronous_commit = on');
        await applyChange(tx, lease, change);
        return tx.queryOne(`SELECT current_setting('synchronous_commit') AS setting`);
      });
      expect(row).toEqual({ setting });
    });
  });

  describe('release by a final move', () => {
    const laneState = ({ laneId }: AcceptedExecution) =>
      fixture.database.queryOneOrFail<{ held: boolean; due: boolean }>(
        'SELECT lease_until IS NOT NULL AS held, wake_at IS NOT NULL AS due FROM lanes WHERE id = $1',
        [laneId],
      );

    it('releases a lane that has nothing else to do', async () => {
      const one = await accepted();
      expect(await fixture.store.apply(one.lease, failed(one.executionId))).toMatchObject({ released: true });
      expect(await laneState(one)).toEqual({ held: false, due: false });
    });

    it('holds a lane with a move that is not final', async () => {
      const one = await accepted();
      const change = { ...failed(one.executionId), execution: { tries: 1 }, step: { kind: 'main' as const } };
      expect(await fixture.store.apply(one.lease, change)).toMatchObject({ released: false });
      expect(await laneState(one)).toEqual({ held: true, due: true });
    });

    it('holds a lane with another unfinished execution', async () => {
      const first = await accepted();
      await fixture.accept(await fixture.intent(first.agentId));
      await fixture.store.release(first.lease, 0);
      const lease = await claimLease(fixture, first.laneId);
      expect(await fixture.store.apply(lease, failed(first.executionId))).toMatchObject({ released: false });
      expect(await laneState(first)).toEqual({ held: true, due: true });
    });

    it('holds a lane that was changed since the start of the lease', async () => {
      const one = await accepted();
      await markLaneChanged(fixture.database, one.laneId);
      expect(await fixture.store.apply(one.lease, failed(one.executionId))).toMatchObject({ released: false });
      expect(await laneState(one)).toEqual({ held: true, due: true });
    });

    it('leaves no lane for good whose next execution is accepted meanwhile, in each of a hundred races', async () => {
      const executions = await Promise.all(Array.from({ length: 100 }, () => accepted()));
      await Promise.all(
        executions.map(async (one) => {
          const next = await fixture.intent(one.agentId);
          const [{ released }] = await Promise.all([
            fixture.store.apply(one.lease, failed(one.executionId)),
            fixture.accept(next),
          ]);
          expect(await laneState(one)).toEqual({ held: !released, due: true });
        }),
      );
    });
  });

  describe('accept and cancel', () => {
    it('accepts one of many concurrent executes', async () => {
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

    it('cancels a queued execution, and none with an armed step', async () => {
      const queued = await accepted();
      await cancelIntent(fixture.database, queued.intentId);
      expect((await fixture.store.load(queued.lease, 1)).executions).toEqual([]);
      await expect(fixture.store.arm(queued.lease, buildArming(queued.executionId))).rejects.toThrow(StaleMoveError);
      await cancelIntent(fixture.database, queued.intentId);

      const armed = await accepted();
      await fixture.store.arm(armed.lease, buildArming(armed.executionId));
      const cancel = cancelIntent(fixture.database, armed.intentId);
      await expect(cancel).rejects.toMatchObject({
        code: 'agent_intent_status_invalid',
        message: 'The execution is under way and can no longer be cancelled: read its record.',
      });
      const row = await fixture.database.queryOne('SELECT status FROM agent_intents WHERE id = $1', [armed.intentId]);
      expect(row).toEqual({ status: 'executing' });
    });

    it('either cancels or arms in each of a hundred races', async () => {
      const done = await raceWithCancel(({ executionId, lease }) => fixture.store.arm(lease, buildArming(executionId)));
      expect(new Set(done)).toEqual(new Set([1]));
    });

    it('either cancels or fails in each of a hundred races', async () => {
      const done = await raceWithCancel(({ executionId, lease }) => fixture.store.apply(lease, failed(executionId)));
      expect(new Set(done)).toEqual(new Set([1]));
      const halves = await fixture.database.query(
        `SELECT e.id FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
           JOIN execution_steps AS step ON step.execution_id = e.id AND step.kind = 'main'
         WHERE (e.status = 'failed') <> (i.status = 'failed') OR (e.status = 'failed') <> (step.status = 'failed')`,
      );
      expect(halves).toEqual([]);
    });

    /** Number of the two that succeeded, for each of a hundred executions. */
    async function raceWithCancel(move: (one: AcceptedExecution) => Promise<unknown>) {
      const executions = await Promise.all(Array.from({ length: 100 }, () => accepted()));
      return Promise.all(
        executions.map(async (one) => {
          const [cancelled, moved] = await Promise.allSettled([
            cancelIntent(fixture.database, one.intentId),
            move(one),
          ]);
          return Number(cancelled.status === 'fulfilled') + Number(moved.status === 'fulfilled');
        }),
      );
    }
  });
});
