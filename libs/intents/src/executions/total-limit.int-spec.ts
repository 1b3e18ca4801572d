import { type BudgetRejection, BudgetExceededError, BudgetsService } from '@app/agents';
import type { Action } from '@app/common';
import { type EngineFixture, openEngineFixture } from '../../../../test/support/engine-fixture.js';
import { type ConnectedDatabase, connectDatabase } from '../../../../test/support/open-database.js';
import { acceptExecution } from './accept-execution.js';

const ACCEPTANCE = { requestId: 'test', executionEnabled: true, maxQueued: 1_000 };

describe('total_limit', () => {
  let fixture: EngineFixture;
  /** Database of a second API process. */
  let other: ConnectedDatabase;
  beforeAll(async () => {
    fixture = await openEngineFixture();
    other = await connectDatabase(fixture.databaseUrl);
  });
  afterAll(async () => {
    await other?.close();
    await fixture?.close();
  });

  const query = <Row extends Record<string, unknown>>(text: string, parameters: string[] = []): Promise<Row[]> =>
    fixture.database.query<Row>(text, parameters);
  const accept = async (intentId: string, database = fixture.database): Promise<string | BudgetRejection> => {
    try {
      return (await acceptExecution(database, { ...ACCEPTANCE, intentId })).id;
    } catch (error) {
      if (error instanceof BudgetExceededError) return error.rejection;
      throw error;
    }
  };
  const buy = async (agentId: string, amount: string) => accept(await fixture.intent(agentId, { amount }));
  const bought = async (agentId: string, amount: string): Promise<string> => {
    const result = await buy(agentId, amount);
    if (typeof result !== 'string') throw new Error(`refused by ${result.rule}`);
    return result;
  };
  const end = (executionId: string, status: string, completed = 'now()'): Promise<unknown> =>
    query(`UPDATE executions SET status = $2, completed_at = ${completed} WHERE id = $1`, [executionId, status]);
  const become = (executionId: string, status: string): Promise<unknown> =>
    query('UPDATE executions SET status = $2, completed_at = NULL WHERE id = $1', [executionId, status]);
  const budgets = async (agentId: string) => (await new BudgetsService(fixture.database).get(agentId)).rules;
  const events = async (agentId: string): Promise<string[]> => {
    const text = `SELECT type FROM logged_events WHERE log = $1 AND type LIKE 'budget.%' ORDER BY seq`;
    return (await query<{ type: string }>(text, [`agent:${agentId}`])).map(({ type }) => type);
  };

  it('accepts as many stakes of an agent as its life holds while others end, over two processes', async () => {
    const { agentId } = await fixture.wallet({ totalLimit: '95' });
    let spent = 0;
    for (let round = 0; spent < 9; round += 1) {
      const ids = await Promise.all(Array.from({ length: 12 }, () => fixture.intent(agentId)));
      const accepting = ids.map((id, index) => accept(id, index % 2 ? other.database : fixture.database));
      const ending = accepting.map(async (accepted, index) => {
        const result = await accepted;
        if (typeof result !== 'string') return 0;
        const isSpent = (index + round) % 3 === 0;
        await end(result, isSpent ? 'executed' : 'failed');
        return isSpent ? 1 : 0;
      });
      for (const one of await Promise.all(ending)) spent += one;
      expect(spent).toBeLessThanOrEqual(9);
    }
    expect(await budgets(agentId)).toMatchObject([{ rule: 'total_limit', spent: '90', reserved: '0', headroom: '5' }]);
    expect(await buy(agentId, '5.000001')).toMatchObject({ rule: 'total_limit', resets_at: null });
  });

  it('counts executed stakes without end, from before the limit was set, and less after a reorganisation', async () => {
    const { agentId } = await fixture.wallet();
    const first = await bought(agentId, '10');
    await end(first, 'executed', `now() - interval '3 years'`);
    await end(await bought(agentId, '4'), 'executed');
    await end(await bought(agentId, '100'), 'failed');
    await query(`UPDATE agent_wallets SET total_limit = 20, policy_version = policy_version + 1 WHERE agent_id = $1`, [
      agentId,
    ]);
    expect(await buy(agentId, '6.5')).toMatchObject({ rule: 'total_limit', spent: '14', headroom: '6' });
    await become(first, 'broadcast');
    expect(await budgets(agentId)).toMatchObject([{ spent: '4', reserved: '10', headroom: '6' }]);
    await end(first, 'executed');
    await end(await bought(agentId, '6'), 'executed');
    expect(await budgets(agentId)).toMatchObject([{ spent: '20', headroom: '0' }]);
  });

  it('counts archived stakes', async () => {
    const { agentId } = await fixture.wallet({ totalLimit: '12' });
    const executionId = await bought(agentId, '10');
    await query(
      `UPDATE agent_intents SET status = 'executed' WHERE id = (SELECT intent_id FROM executions WHERE id = $1)`,
      [executionId],
    );
    await end(executionId, 'executed', `'2026-03-15Z'`);
    const archive = `WITH archive AS (
        INSERT INTO archives (month, ended_before, status, run_id, file_name, file_sha256, list_hash, written_at)
        VALUES ('2026-03-01', '2026-04-01Z', 'deleting', gen_random_uuid(), 'file', 'hash', 'hash', now()) RETURNING id),
      listed AS (
        INSERT INTO archived_executions (execution_id, archive_id, lane_id, ref, transaction_hash, record_hash)
        SELECT right(e.id, 32)::uuid, archive.id, e.lane_id, decode(substr(e.ref, 3), 'hex'), 'hash',
          sha256_of(archived_record(e)) FROM executions AS e CROSS JOIN archive WHERE e.id = $1)
      SELECT id FROM archive`;
    const [{ id } = { id: 0 }] = await query<{ id: number }>(archive, [executionId]);
    await query(`SELECT delete_archived(${id}, '00000000-0000-0000-0000-000000000000', 10)`);
    expect(await query('SELECT FROM executions WHERE id = $1', [executionId])).toEqual([]);
    expect(await buy(agentId, '3')).toMatchObject({ rule: 'total_limit', spent: '10', headroom: '2' });
  });

  it('refuses creations when nothing is left of it, and never exits', async () => {
    const { agentId } = await fixture.wallet({ totalLimit: '10' });
    const take = async (action: Action) => accept(await fixture.intent(agentId, { action }));
    expect(await take('create_market')).toEqual(expect.any(String));
    const executionId = await bought(agentId, '10');
    expect(await take('create_market')).toMatchObject({ rule: 'total_limit', reserved: '10', headroom: '0' });
    await end(executionId, 'executed');
    expect(await take('create_market')).toMatchObject({ rule: 'total_limit', spent: '10', headroom: '0' });
    expect(await take('claim_payout')).toEqual(expect.any(String));
    expect(await events(agentId)).toEqual(['reserved', 'refused', 'spent', 'refused'].map((name) => `budget.${name}`));
  });
});
