import { ACTION_NAMES, type Action, AppError } from '@app/common';
import { acceptedExecution, buildArming } from '../../../../test/support/accepted-execution.js';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { IntentsRepository } from '../intents/intents.repository.js';
import { freezeWallet } from './freeze-wallet.js';

const FROZEN: readonly Action[] = ['create_market', 'buy_yes', 'buy_no'];

describe('freezeWallet', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openEngineFixture();
  });
  afterAll(() => fixture?.close());

  const freeze = (agentId: string): Promise<readonly Action[]> =>
    fixture.database.transaction((tx) => freezeWallet(tx, agentId));
  const intentStatus = async (id: string): Promise<string | undefined> =>
    (await new IntentsRepository(fixture.database).find(id))?.status;
  const executionStatus = async (id: string): Promise<string | undefined> =>
    (await fixture.database.queryOne<{ status: string }>('SELECT status FROM executions WHERE id = $1', [id]))?.status;
  async function acceptance(intentId: string): Promise<string> {
    try {
      await fixture.accept(intentId);
      return 'accepted';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code;
    }
  }

  it('cancels previews, confirmed intents and queued executions of all actions but exits', async () => {
    const { agentId, laneId } = await fixture.wallet();
    const intents: { action: Action; confirmed: string; preview: string; queued: string; executionId: string }[] = [];
    for (const action of ACTION_NAMES) {
      const [confirmed, preview, queued] = [
        await fixture.intent(agentId, { action }),
        await fixture.intent(agentId, { action }),
        await fixture.intent(agentId, { action }),
      ];
      await fixture.database.query(`UPDATE agent_intents SET status = 'preview' WHERE id = $1`, [preview]);
      const { executionId } = await fixture.accept(queued);
      intents.push({ action, confirmed, preview, queued, executionId });
    }
    const version = async (): Promise<unknown> =>
      (await fixture.database.queryOne('SELECT version FROM lanes WHERE id = $1', [laneId]))?.['version'];
    const before = await version();

    expect([...(await freeze(agentId))].sort()).toEqual([...FROZEN].sort());
    for (const { action, confirmed, preview, queued, executionId } of intents) {
      const statuses = await Promise.all([
        ...[confirmed, preview, queued].map(intentStatus),
        executionStatus(executionId),
      ]);
      const expected = FROZEN.includes(action)
        ? ['cancelled', 'cancelled', 'cancelled', 'cancelled']
        : ['confirmed', 'preview', 'executing', 'queued'];
      expect([action, statuses]).toEqual([action, expected]);
      const events = await fixture.database.query('SELECT type FROM logged_events WHERE subject_id = $1', [
        executionId,
      ]);
      expect(events.length).toBe(FROZEN.includes(action) ? 2 : 1);
    }
    expect(await version()).not.toBe(before);
  });

  it('leaves intents of other agents and ended ones alone', async () => {
    const [frozen, other] = [await fixture.wallet(), await fixture.wallet()];
    const foreign = await fixture.intent(other.agentId);
    const failed = await fixture.intent(frozen.agentId);
    await fixture.database.query(`UPDATE agent_intents SET status = 'failed' WHERE id = $1`, [failed]);
    await freeze(frozen.agentId);
    expect(await Promise.all([foreign, failed].map(intentStatus))).toEqual(['confirmed', 'failed']);
  });

  it('lets an armed step continue, and refuses to arm the buy after an approval', async () => {
    const { agentId, executionId, lease } = await acceptedExecution(fixture);
    await fixture.store.arm(lease, buildArming(executionId, 'approve'));
    expect(await freeze(agentId)).toEqual([]);
    expect(await executionStatus(executionId)).toBe('submitting');
    const from = { execution: 'submitting', step: 'armed' } as const;
    const sent = { executionId, from, step: { kind: 'approve', to: 'sent' } } as const;
    await fixture.store.apply(lease, sent);
    expect(await fixture.store.arm(lease, buildArming(executionId, 'main'))).toEqual({
      armed: false,
      reason: 'wallet_frozen',
    });
  });

  it('refuses executions of the frozen actions, and accepts the others', async () => {
    const { agentId } = await fixture.wallet();
    await freeze(agentId);
    for (const action of ACTION_NAMES) {
      const expected = FROZEN.includes(action) ? 'agent_wallet_frozen' : 'accepted';
      expect([action, await acceptance(await fixture.intent(agentId, { action }))]).toEqual([action, expected]);
    }
  });

  it('leaves nothing queued when executions are accepted at the same time', async () => {
    const { agentId } = await fixture.wallet();
    const intentIds = await Promise.all(Array.from({ length: 12 }, () => fixture.intent(agentId)));
    await Promise.all([
      ...intentIds.slice(0, 6).map(acceptance),
      freeze(agentId),
      ...intentIds.slice(6).map(acceptance),
    ]);
    expect(new Set(await Promise.all(intentIds.map(intentStatus)))).toEqual(new Set(['cancelled']));
    const queued = await fixture.database.query(
      `SELECT id FROM executions WHERE agent_id = $1 AND status <> 'cancelled'`,
      [agentId],
    );
    expect(queued).toEqual([]);
  });

  it('keeps the time of the first freeze', async () => {
    const { agentId } = await fixture.wallet();
    const frozenAt = (): Promise<unknown> =>
      fixture.database.queryOne('SELECT frozen_at, policy_version FROM agent_wallets WHERE agent_id = $1', [agentId]);
    await freeze(agentId);
    const first = await frozenAt();
    expect(await freeze(agentId)).toEqual([]);
    expect(await frozenAt()).toEqual(first);
    await expect(freeze('agent_nobody_1')).rejects.toMatchObject({ code: 'agent_wallet_not_found' });
  });
});
